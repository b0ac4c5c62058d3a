# SPDX-License-Identifier: Apache-2.0
"""Waveforms of a recorded run, for the pages; all other pictures are Mermaid, in the pages.

``python -m isochron.pictures`` draws what has changed in docs/pictures, ``--check`` says what has,
and ``--record`` first records the run.
"""
