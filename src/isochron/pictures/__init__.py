# SPDX-License-Identifier: Apache-2.0
"""Waveforms of a recorded run, for the pages; all other pictures are Mermaid, in the pages.

`isochron generate pictures` draws what has changed in docs/pictures, `isochron generate waveforms
pictures` records the run first.
"""
