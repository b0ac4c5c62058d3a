# SPDX-License-Identifier: Apache-2.0
"""Runs a block and its model side by side, cycle by cycle."""

from typing import Protocol

from cocotb.clock import Clock
from cocotb.handle import SimHandleBase
from cocotb.triggers import FallingEdge, ReadOnly

Values = dict[str, int]
"""Ports by name."""


class Model(Protocol):
    """What a block must do."""

    def outputs(self, inputs: Values) -> Values:
        """Return the outputs in the present cycle; those left out may have any value."""

    def step(self, inputs: Values) -> None:
        """End the present cycle."""


class DeviceModel:
    """A device of soc_bus: it answers in the cycle of the request.

    A block's model adds ``access``, which returns the word loaded, or None for a bus error. Where
    a store or an error leaves the data open, it is not compared.
    """

    def access(self, inputs: Values) -> int | None:
        """Return what a load of this address gives, None when there is no such register."""
        raise NotImplementedError

    def answer(self, inputs: Values) -> Values:
        """Return the outputs that answer the request of this cycle, none if there is none."""
        if not inputs["req_i"]:
            return {}
        data = self.access(inputs)
        loads = data is not None and not inputs["we_i"] and data >= 0
        return {"err_o": int(data is None)} | ({"rdata_o": data} if loads else {})


async def reset(dut: SimHandleBase, idle: Values) -> None:
    """Start the clock and leave the block in the first cycle after reset, with idle inputs."""
    Clock(dut.clk_i, 10, unit="ns").start()
    await reset_again(dut, idle)


async def reset_again(dut: SimHandleBase, idle: Values) -> None:
    """Do so while the clock runs."""
    dut.rst_ni.value = 0
    drive(dut, idle)
    for _ in range(3):
        await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1


async def run(dut: SimHandleBase, model: Model, stimulus, cycles: int) -> None:
    """Compare every output that the model states, in every cycle.

    ``stimulus()`` returns the inputs of the next cycle.
    """
    for cycle in range(cycles):
        inputs = stimulus()
        drive(dut, inputs)
        await ReadOnly()
        for name, wanted in model.outputs(inputs).items():
            found = int(getattr(dut, name).value)
            assert found == wanted, (
                f"cycle {cycle}: {name} is {found:#x}, the model says {wanted:#x}; inputs {inputs}"
            )
        model.step(inputs)
        await FallingEdge(dut.clk_i)


def drive(dut: SimHandleBase, values: Values) -> None:
    for name, value in values.items():
        port = getattr(dut, name)
        if port.value != value:
            port.value = value
