// SPDX-License-Identifier: Apache-2.0

// Doorbells between Linux and FreeRTOS, three in each direction. Each side has a page of its own with
// two registers: PENDING shows which of its bells were rung, and a store clears the bits that it has;
// a store to RING rings the other side's.
module linux_doorbells (
  input  logic        clk_i,         // Clock
  input  logic        rst_ni,        // Asynchronous reset, active low

  // Device port, words only, always granted
  input  logic        req_i,         // Load or store
  input  logic        we_i,          // Store
  input  logic        page_i,        // 0: Linux's page, 1: FreeRTOS's
  input  logic        ring_i,        // 0: PENDING, 1: RING
  input  logic [ 2:0] wdata_i,       // Bits to store
  output logic [ 2:0] rdata_o,       // PENDING, in the cycle of the request

  output logic [ 2:0] to_linux_o,    // Bells that Linux has not cleared
  output logic [ 2:0] to_freertos_o  // Bells that FreeRTOS has not cleared
);

  logic [1:0][2:0] pending_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) pending_q <= '0;
    else if (req_i & we_i & ring_i) pending_q[~page_i] <= pending_q[~page_i] | wdata_i;
    else if (req_i & we_i) pending_q[page_i] <= pending_q[page_i] & ~wdata_i;
  end

  assign rdata_o       = ring_i ? '0 : pending_q[page_i];
  assign to_linux_o    = pending_q[0];
  assign to_freertos_o = pending_q[1];

endmodule
