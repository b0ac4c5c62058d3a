#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Says whether simulators can be built in the folders that are named as arguments, of the checkout or
# of Python packages: make takes a space or a `$` in a name for something else, and Verilator a letter
# that is not of ASCII.
# scripts/bootstrap.sh, `isochron doctor` and the building of simulators ask it.
set -eu
LC_ALL=C

for folder in "$@"; do
    case $folder in
    *[!A-Za-z0-9._/+,@=~-]*)
        echo "simulators cannot be built in '$folder': move it to a path of letters of ASCII, digits and . _ + , @ = ~ -"
        exit 1
        ;;
    esac
done
