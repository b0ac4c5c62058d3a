// SPDX-License-Identifier: Apache-2.0
//
// A window on the time manager in which the time can be read, and nothing else be done: a page of
// its own that an operating system may give to any program. It stands before the device port of
// isochron_time_manager, whose first two registers are the time.
module isochron_time_page
  import isochron_time_manager_registers_pkg::*;
(
  input  logic        req_i,     // Load or store in one of the two windows
  input  logic        page_i,    // It is in the window that shows the time only
  input  logic        we_i,      // Store
  input  logic [11:0] addr_i,    // Byte offset in the window
  output logic        req_o,     // It goes to the time manager
  output logic        refused_o  // It does not: nothing happens, a load's answer should be 0
);

  logic is_time;

  assign is_time   = addr_i inside {12'(RegTimeLow), 12'(RegTimeHigh), 12'(RegIdentification)};
  assign refused_o = req_i & (page_i ? we_i | ~is_time : addr_i[11]);
  assign req_o     = req_i & ~refused_o;

endmodule
