"""Pages from the web: fetched safely, politely and with bounds on time and memory."""
