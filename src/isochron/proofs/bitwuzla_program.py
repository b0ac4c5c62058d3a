# SPDX-License-Identifier: Apache-2.0
"""Bitwuzla as SymbiYosys calls it: ``--lang smt2``, a command of SMT-LIB on each line of the
standard input, answered at once. Its package has the library, but no program."""

import sys

import bitwuzla


def main() -> None:
    """Obey until the input ends. By the answer to ``--help`` SymbiYosys knows the version."""
    if "--help" in sys.argv:
        print("--lang")
        return
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.PRODUCE_MODELS, True)
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
    for command in sys.stdin:
        parser.parse(command, parse_file=False)


if __name__ == "__main__":
    main()
