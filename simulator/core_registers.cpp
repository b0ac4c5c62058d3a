// SPDX-License-Identifier: Apache-2.0
#include "core_registers.h"

#include <string>

#include "Vsimulator_top__Dpi.h"
#include "errors.h"

svScope scope_of(const std::vector<const char *> &names) {
  for (const char *name : names) {
    if (const svScope scope =
            svGetScopeFromName((std::string("TOP.simulator_top.") + name).c_str())) {
      return scope;
    }
  }
  throw SimulatorError("the simulator lacks what is asked of its core: build it again");
}

svScope core_scope() {
  return scope_of({"gen_debugger_ibex.u_debugger_core", "gen_debugger_vexriscv.u_debugger_core",
                   "gen_debugger_cv32e40p.u_debugger_core"});
}

CoreRegisters::CoreRegisters()
    : core_(core_scope()),
      file_(scope_of({"gen_debugger_banks.u_debugger_banks",
                      "gen_debugger_ibex.gen_registers.u_debugger_registers",
                      "gen_debugger_vexriscv.u_debugger_core",
                      "gen_debugger_cv32e40p.u_debugger_core"})) {}

uint32_t CoreRegisters::operator[](unsigned number) const {
  if (number == 0) return 0;
  svSetScope(core_);
  if (debugger_written() == static_cast<int>(number)) return debugger_written_data();
  svSetScope(file_);
  return debugger_register(static_cast<int>(number));
}
