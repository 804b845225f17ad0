#!/bin/sh
# Run the tests of the core with the lowest versions that pyproject.toml allows, in an environment of its own.
set -eu
cd "$(dirname "$0")/.."
place="${1:-out/min-deps}"
uv="${UV:-.venv/bin/uv}"
"$uv" venv --quiet --clear --python "${PYTHON:-python3}" "$place"
"$uv" pip install --quiet --python "$place/bin/python" --resolution lowest-direct ".[boards,cloud,thai,cjk,salience]"
"$uv" pip install --quiet --python "$place/bin/python" pytest hypothesis markdown-it-py mdit-py-plugins pythainlp zstandard
"$uv" pip list --quiet --python "$place/bin/python" | grep -iE "^(numpy|turbohtml|regex|onnxruntime|pillow|fonttools|nlpo3|fugashi|rjieba|wordfreq|stopwordsiso) "
"$place/bin/kaensan" demo > /dev/null
exec "$place/bin/python" -m pytest -p no:cacheprovider tests/page tests/methods tests/model tests/render tests/document \
    tests/thai tests/cloud/test_terms.py tests/cloud/test_formats.py tests/hostile/test_tree_cases.py tests/hostile/test_fuzz_inputs.py
