# SPDX-License-Identifier: Apache-2.0
"""Names that only `isochron bench` takes: those of systems with kernels of their own."""

from isochron.systems import machines, systems

OF_SYSTEMS = {
    "kernel": [name for system in systems() for name in system.kernels],
    "platform": [name for system in systems() for name in system.platforms],
}
OF_MACHINES = {
    "kernel": list(dict.fromkeys(name for machine in machines() for name in machine.kernels)),
    "platform": [name for machine in machines() for name in machine.platforms],
}
"""Those that `isochron run` takes, too."""
ONLY_BENCH = {
    name: "only isochron bench measures it" for names in OF_SYSTEMS.values() for name in names
}
