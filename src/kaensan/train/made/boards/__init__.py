"""Made boards: threads as some seventy programs write them, and pages that look like boards and are none."""
