#!/bin/sh
# Is there a Chromium for the tests in a browser? Without one they are skipped. Installs Debian's only when asked to.
set -eu
for name in chromium chromium-browser google-chrome google-chrome-stable; do
    if command -v "$name" >/dev/null 2>&1; then
        echo "the tests in a browser use $(command -v "$name")"
        exit 0
    fi
done
if [ "${1:-}" != --install ]; then
    echo "there is no Chromium on the PATH, so the tests in a browser are skipped."
    echo "install one with your system's packages, such as 'apt-get install chromium' as root,"
    echo "or let 'make browser INSTALL=1' do that on Debian and Ubuntu."
    exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
    echo "only apt-get is known here: install Chromium so that 'chromium' is on the PATH" >&2
    exit 1
fi
as_root=""
if [ "$(id -u)" != 0 ]; then
    as_root="sudo"
fi
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium
