# SPDX-License-Identifier: Apache-2.0
"""The pictures of the pages: drawn from texts in docs/pictures, one of them recorded from a run.

``python -m isochron.pictures`` draws what has changed, ``--check`` says what has, and ``--record``
first records the run of which the waveforms are.
"""
