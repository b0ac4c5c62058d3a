# SPDX-License-Identifier: Apache-2.0
"""Golden model of a kernel of several cores, and tests of the RTL by it.

``scheduler`` has FreeRTOS's rules of who runs where, ``calls`` what tasks, routines and time do to
it, ``software`` what cores do at random on the RTL, ``scenario`` in the model alone.
systems/smp/tests holds the model to FreeRTOS's own sources.
"""
