// SPDX-License-Identifier: Apache-2.0

// Stopwatch: counts the cycles between two stores, or from the rising edge of an interrupt line
// to a store, as the benchmark platform of FreeRTOS-Accelerated does.
//
// A store takes effect in the cycle in which it is granted: COUNT is the difference between the
// grants of START and PAUSE, or between the first cycle of the high line and the grant of PAUSE.
module soc_stopwatch
  import soc_registers_pkg::*;
#(
  parameter  int unsigned NumLines  = 8,                // Interrupt lines, a power of two up to 8
  localparam int unsigned LineWidth = $clog2(NumLines)
) (
  input  logic                clk_i,    // Clock
  input  logic                rst_ni,   // Asynchronous reset, active low

  // Device port of soc_bus, words only, always granted
  input  logic                req_i,    // Load or store
  input  logic                we_i,     // Store
  input  logic [15:0]         addr_i,   // Byte offset
  input  logic [31:0]         wdata_i,  // Word to store
  output logic [31:0]         rdata_o,  // Word loaded, in the cycle of the request
  output logic                err_o,    // No such register, in the cycle of the request

  input  logic [NumLines-1:0] lines_i   // Interrupt lines
);

  // The description numbers the registers of all peripherals; a peripheral sees its own offset.
  localparam logic [15:0] Start   = 16'(RegStopwatchStart);
  localparam logic [15:0] Pause   = 16'(RegStopwatchPause);
  localparam logic [15:0] Reset   = 16'(RegStopwatchReset);
  localparam logic [15:0] Count   = 16'(RegStopwatchCount);
  localparam logic [15:0] Trigger = 16'(RegStopwatchTrigger);

  logic                 running_d, running_q;
  logic [31:0]          count_d, count_q;
  logic                 armed_d, armed_q;
  logic [LineWidth-1:0] line_d, line_q;
  logic [NumLines-1:0]  lines_q;
  logic                 store;
  logic                 edge_seen;

  assign store     = req_i & we_i;
  assign edge_seen = armed_q & lines_i[line_q] & ~lines_q[line_q];

  always_comb begin
    running_d = running_q | edge_seen;
    count_d   = count_q + 32'(running_q);
    armed_d   = armed_q & ~edge_seen;
    line_d    = line_q;
    rdata_o   = '0;
    err_o     = 1'b0;
    if (req_i) begin
      unique case (addr_i)
        Start:   if (store) running_d = 1'b1;
        Pause:   if (store) running_d = 1'b0;
        Reset: begin
          if (store) begin
            running_d = 1'b0;
            count_d   = '0;
          end
        end
        Count:   rdata_o = count_q;
        Trigger: begin
          rdata_o                            = 32'(line_q);
          rdata_o[RegStopwatchTriggerEnableLsb] = armed_q;
          if (store) begin
            armed_d = wdata_i[RegStopwatchTriggerEnableLsb];
            line_d  = wdata_i[RegStopwatchTriggerLineLsb+:LineWidth];
          end
        end
        default: err_o = 1'b1;
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      running_q <= 1'b0;
      count_q   <= '0;
      armed_q   <= 1'b0;
      line_q    <= '0;
      lines_q   <= '0;
    end else begin
      running_q <= running_d;
      count_q   <= count_d;
      armed_q   <= armed_d;
      line_q    <= line_d;
      lines_q   <= lines_i;
    end
  end

endmodule
