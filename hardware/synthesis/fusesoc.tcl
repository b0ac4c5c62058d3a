# SPDX-License-Identifier: Apache-2.0
# Yosys's script for the target `synth` of the core files, in place of edalize's own, which reads
# with read_verilog: that does not know all of SystemVerilog. Edalize's procedures say what is to be
# read; the reader slang, which a newer Yosys (0.68) has, reads it at once.

yosys -import
source edalize_yosys_procs.tcl

set words {}
proc read_verilog {kind file} { lappend ::words $file }
proc verilog_defaults {add args} { lappend ::words {*}$args }
proc chparam {set name value module} {
    lappend ::words -G $name=$value
    set ::top $module
}

set_incdirs
read_files
set_params

yosys read_slang --top $top {*}$words
synth $top
yosys stat
yosys write_json netlist.json
