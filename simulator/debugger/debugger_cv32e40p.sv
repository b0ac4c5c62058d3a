// SPDX-License-Identifier: Apache-2.0

// What the debugger asks a CV32E40P. Nothing is computed unless it asks.
//
// The debugger stops in the cycle in which an instruction leaves the decoder with the registers that it
// has read: those before it have done all that they do, but for what is written at the end of this cycle, and
// for a load that is not answered yet.
module debugger_cv32e40p;

  export "DPI-C" function debugger_executes;
  export "DPI-C" function debugger_is_new;
  export "DPI-C" function debugger_written;
  export "DPI-C" function debugger_written_data;
  export "DPI-C" function debugger_can_change;
  export "DPI-C" function debugger_register;

  `define ISOCHRON_CV32E40P simulator_top.u_soc.gen_cv32e40p.u_core.u_cv32e40p.core_i

  // It has read its registers already.
  function automatic bit debugger_can_change();
    return 1'b0;
  endfunction

  // An instruction leaves in this cycle, which may be one that traps. None does so twice.
  function automatic bit debugger_executes();
    return `ISOCHRON_CV32E40P.id_valid & `ISOCHRON_CV32E40P.is_decoding;
  endfunction

  function automatic bit debugger_is_new();
    return 1'b1;
  endfunction

  // The register that the third stage writes at the end of this cycle, 0 for none.
  function automatic int debugger_written();
    return `ISOCHRON_CV32E40P.regfile_alu_we_fw & ~`ISOCHRON_CV32E40P.regfile_alu_waddr_fw[5]
           ? 32'(`ISOCHRON_CV32E40P.regfile_alu_waddr_fw[4:0]) : 0;
  endfunction

  function automatic int debugger_written_data();
    return `ISOCHRON_CV32E40P.regfile_alu_wdata_fw;
  endfunction

  // The other port, of a load that ends in this cycle, is looked at here.
  function automatic int debugger_register(int number);
    return `ISOCHRON_CV32E40P.regfile_we_wb && `ISOCHRON_CV32E40P.regfile_waddr_fw_wb_o == 6'(number)
           ? `ISOCHRON_CV32E40P.regfile_wdata
           : `ISOCHRON_CV32E40P.id_stage_i.register_file_i.mem[5'(number)];
  endfunction

  `undef ISOCHRON_CV32E40P

endmodule
