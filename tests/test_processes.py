# SPDX-License-Identifier: Apache-2.0
"""How long child processes may take."""

import resource

import pytest

from isochron.processes import processor_time


@pytest.mark.parametrize(
    ("allowed", "expected"), [(resource.RLIM_INFINITY, 600), (900, 600), (20, 20)]
)
def test_a_child_may_take_no_longer_than_its_parent(
    allowed: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (allowed, resource.RLIM_INFINITY))
    assert processor_time(600) == expected
