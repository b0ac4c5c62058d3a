#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs a Python that the laboratory supports (3.11 to 3.13): $PYTHON, or the first one found.
set -eu

supported='import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))'

for python in ${PYTHON:-python3 /usr/bin/python3 python3.13 python3.12 python3.11}; do
    if "$python" -c "$supported" 2>/dev/null; then
        exec "$python" "$@"
    fi
done
echo "error: no Python 3.11 to 3.13 found${PYTHON:+ (PYTHON=$PYTHON)}" >&2
echo "cure:  apt-get install python3 python3-venv, or set PYTHON to one" >&2
exit 1
