# SPDX-License-Identifier: Apache-2.0
# Quartus's constraints of the hardware kernel, for every instance:
#
#   set_global_assignment -name SDC_FILE isochron.sdc
#
# The clock is constrained by your own file, and so is your reset.

# The interrupt lines are asynchronous; each goes through two registers.
set_false_path -to [get_registers {*u_lines|meta_q[*]}]
