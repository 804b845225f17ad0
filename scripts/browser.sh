#!/bin/sh
# Make sure that there is a Chromium for the browser tests; install Debian's where that is possible.
set -eu
for name in chromium chromium-browser google-chrome google-chrome-stable; do
    if command -v "$name" >/dev/null 2>&1; then
        exit 0
    fi
done
if ! command -v apt-get >/dev/null 2>&1; then
    echo "browser tests need Chromium: install it so that 'chromium' is on the PATH" >&2
    exit 0
fi
if [ "$(id -u)" = 0 ]; then
    as_root=""
elif sudo -n true 2>/dev/null; then
    as_root="sudo -n"
else
    echo "browser tests need Chromium: run 'apt-get install chromium' as root" >&2
    exit 0
fi
$as_root apt-get update -qq && $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null ||
    echo "Chromium could not be installed; the browser tests will fail and say so" >&2
