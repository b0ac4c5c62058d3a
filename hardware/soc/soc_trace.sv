// SPDX-License-Identifier: Apache-2.0

// The trace of the hardware kernel: on the SoC's data bus, or on a serial line, or nowhere. Where it is not
// on the bus any access is a bus error.
module soc_trace
  import soc_pkg::NumLines;
#(
  parameter bit          Trace = 1'b0,   // There is one
  parameter int unsigned BitCycles = 0,  // They leave by a serial line, with a bit of so many cycles; 0:
                                         // by the bus
  parameter int unsigned Depth = 512     // Words that it keeps, as isochron_trace's
) (
  input  logic                clk_i,    // Clock
  input  logic                rst_ni,   // Asynchronous reset, active low

  // Device port of soc_bus, words only, always granted
  input  logic                req_i,    // Load or store
  input  logic                we_i,     // Store
  input  logic [15:0]         addr_i,   // Byte offset
  output logic [31:0]         rdata_o,  // Word loaded, in the cycle of the request
  output logic                err_o,    // No such register, in the cycle of the request

  input  logic [10:0]         trace_i,  // What happens to tasks, of isochron
  input  logic [NumLines-1:0] lines_i,  // Interrupt lines
  output logic                tx_o      // Serial line, 1 at rest
);

  if (Trace) begin : gen_trace
    logic        valid, ready;
    logic [31:0] word;

    isochron_trace #(.Depth(Depth)) u_trace (
      .clk_i, .rst_ni, .trace_i, .lines_i(8'(lines_i)),
      .valid_o(valid), .word_o(word), .ready_i(ready)
    );

    if (BitCycles != 0) begin : gen_line
      soc_trace_line #(.BitCycles(BitCycles)) u_line (
        .clk_i, .rst_ni, .valid_i(valid), .word_i(word), .ready_o(ready), .tx_o
      );
      assign rdata_o = '0;
      assign err_o   = 1'b1;

      logic unused;
      assign unused = ^{req_i, we_i, addr_i};
    end else begin : gen_bus
      assign err_o   = we_i | addr_i[15:3] != '0;
      assign rdata_o = valid ? word : '0;
      assign ready   = req_i & ~err_o;
      assign tx_o    = 1'b1;

      logic unused;
      assign unused = ^addr_i[2:0];
    end
  end else begin : gen_none
    assign rdata_o = '0;
    assign err_o   = 1'b1;
    assign tx_o    = 1'b1;

    logic unused;
    assign unused = ^{clk_i, rst_ni, req_i, we_i, addr_i, trace_i, lines_i} ^ (Depth == BitCycles);
  end

endmodule
