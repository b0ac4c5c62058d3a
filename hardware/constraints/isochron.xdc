# SPDX-License-Identifier: Apache-2.0
# Vivado's constraints of the hardware kernel, for every instance of the module `isochron`:
#
#   read_xdc -ref isochron isochron.xdc
#
# or in a project, set_property SCOPED_TO_REF isochron [get_files isochron.xdc]. The clock is
# constrained by your own file, and so is your reset.

# The interrupt lines are asynchronous; each goes through two registers.
set_false_path -to [get_pins {u_lines/meta_q_reg[*]/D}]
set_property ASYNC_REG TRUE [get_cells {u_lines/meta_q_reg[*] u_lines/sync_q_reg[*]}]
