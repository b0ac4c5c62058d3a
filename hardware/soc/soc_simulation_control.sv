// SPDX-License-Identifier: Apache-2.0

// Lets a program end the simulation with an exit code.
module soc_simulation_control
  import soc_registers_pkg::*;
(
  input  logic        clk_i,         // Clock
  input  logic        rst_ni,        // Asynchronous reset, active low

  // Device port of soc_bus, words only, always granted
  input  logic        req_i,         // Load or store
  input  logic        we_i,          // Store
  input  logic [15:0] addr_i,        // Byte offset
  input  logic [31:0] wdata_i,       // Word to store
  output logic        err_o,         // No such register or a load, in the cycle of the request

  output logic        exit_o,        // The program has ended
  output logic [31:0] exit_code_o    // Its exit code
);

  logic store_exit;

  assign store_exit = req_i & we_i & (addr_i == 16'(RegSimulationExit));
  assign err_o      = req_i & ~store_exit;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      exit_o      <= 1'b0;
      exit_code_o <= '0;
    end else begin
      if (store_exit) begin
        exit_o      <= 1'b1;
        exit_code_o <= wdata_i;
      end
    end
  end

endmodule
