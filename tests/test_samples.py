# SPDX-License-Identifier: Apache-2.0
"""The join of stopwatch and probes."""

from dataclasses import replace

import pytest

from isochron.errors import IsochronError
from isochron.running import samples
from isochron.running.simulator import Window

OUTPUT = """FreeRTOS V11.2.0
sample semaphore-2 signal-unblock 288 priority_drop=1
sample semaphore-2 wait-block 483 priority_drop=1
sample semaphore-2 signal-unblock 290 priority_drop=2
sample semaphore-2 wait-block 488 priority_drop=2
done
"""


def window(metric: str, cycles: int) -> Window:
    return Window(metric, 1000, 1000 + cycles, cycles, cycles // 4, cycles // 2)


WINDOWS = [
    window("wait-block", 483),
    window("signal-unblock", 288),
    window("signal-unblock", 290),
    window("wait-block", 488),
]


def joined(output: str = OUTPUT, windows: list[Window] = WINDOWS) -> list[samples.Sample]:
    return samples.join(samples.read(output), windows)


def test_every_sample_gets_the_window_of_its_metric_and_rank():
    assert [
        (s.metric, s.cycles, s.interrupts_off_max, s.interrupts_off_total) for s in joined()
    ] == [
        ("signal-unblock", 288, 72, 144),
        ("wait-block", 483, 120, 241),
        ("signal-unblock", 290, 72, 145),
        ("wait-block", 488, 122, 244),
    ]
    assert [s.parameters["priority_drop"] for s in joined()] == [1, 1, 2, 2]


@pytest.mark.parametrize("index", range(len(WINDOWS)))
def test_one_cycle_of_difference_is_an_error(index: int):
    wrong = list(WINDOWS)
    wrong[index] = replace(wrong[index], cycles=wrong[index].cycles + 1)
    with pytest.raises(IsochronError, match=WINDOWS[index].metric):
        joined(windows=wrong)


@pytest.mark.parametrize("index", range(len(WINDOWS)))
def test_a_missing_window_is_an_error(index: int):
    with pytest.raises(IsochronError, match=r"the probes saw|the stopwatch shows"):
        joined(windows=WINDOWS[:index] + WINDOWS[index + 1 :])


@pytest.mark.parametrize("metric", ["wait-block", "never-printed"])
def test_a_window_without_a_sample_is_an_error(metric: str):
    with pytest.raises(IsochronError, match=metric):
        joined(windows=[*WINDOWS, window(metric, 483)])


def test_exchanged_windows_of_one_metric_are_an_error():
    wrong = [WINDOWS[3], *WINDOWS[1:3], WINDOWS[0]]
    with pytest.raises(IsochronError, match="the stopwatch shows"):
        joined(windows=wrong)


def test_a_baseline_is_part_of_the_window_and_not_of_the_sample():
    output = "sample tick tick-stolen 158 waking=0 baseline=1000"
    (sample,) = joined(output, [window("tick-stolen", 1158)])
    assert sample.cycles == 158
    assert sample.parameters == {"waking": 0}


def test_the_samples_number_is_no_parameter():
    (sample,) = joined("sample interrupt stolen 7 sample=3", [window("stolen", 7)])
    assert sample.parameters == {}


def test_words_stay_words():
    (reading,) = samples.read("sample interrupt-response-1 task-dispatch 292 background=loop")
    assert reading.parameters == {"background": "loop"}


@pytest.mark.parametrize(
    "line",
    [
        "sample semaphore-2 wait-block",
        "sample semaphore-2 wait-block many priority_drop=1",
        "sample semaphore-2 wait-block 483 priority_drop",
        "sample semaphore-2 wait-block 483 =1",
        "sample semaphore-2 wait-block 483 priority_drop=",
    ],
)
def test_a_malformed_line_is_an_error_that_shows_it(line: str):
    with pytest.raises(IsochronError, match=line.replace("=", ".")):
        samples.read(f"hello\n{line}\n")
