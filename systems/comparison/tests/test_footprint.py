# SPDX-License-Identifier: Apache-2.0
"""The bytes of a program of one task, with texts that explain a configuration and without."""

import pytest
from systems.comparison.lab import criteria, kernels, table

WITH_REPORT = 10_424
BY_BUS = 9_104
WITH_CONTEXTS = 8_932
"""Without the texts, as FreeRTOS has none."""

pytestmark = pytest.mark.wide


def _footprint(kernel: str, report: int) -> int:
    defines = {
        **criteria.HEAP,
        **criteria.SMALLEST,
        "configISOCHRON_CONFIGURATION_REPORT": str(report),
    }
    return table.footprint(kernels.build(kernels.KERNELS[kernel], criteria.SINGLE, "O2", defines))


def test_the_kernel_is_as_small_as_the_page_says() -> None:
    assert _footprint("isochron", 1) == WITH_REPORT
    assert _footprint("isochron", 0) == BY_BUS
    assert _footprint("isochron-contexts", 0) == WITH_CONTEXTS


@pytest.mark.parametrize("kernel", ["isochron", "isochron-contexts"])
def test_without_the_texts_it_is_no_larger_than_freertos(kernel: str) -> None:
    assert _footprint(kernel, 0) <= _footprint("freertos", 0)
