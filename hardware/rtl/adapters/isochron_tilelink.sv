// SPDX-License-Identifier: Apache-2.0

// TileLink Uncached Lightweight to the hardware kernel's port. A message on channel A is taken into
// registers at once, for TileLink allows its sender to withdraw it until then; the next one is taken
// after the answer to it was. Get and Put of a whole word are done, all else is denied.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_tilelink #(
  parameter int unsigned SourceWidth = 1,  // Bits of a source, TileLink's o
  parameter int unsigned SizeWidth   = 2,  // Bits of a size, TileLink's z
  parameter int unsigned SinkWidth   = 1   // Bits of a sink, TileLink's i
) (
  input  logic                   clk_i,          // Clock
  input  logic                   rst_ni,         // Asynchronous reset, active low

  // Channel A
  input  logic                   tl_a_valid_i,   // A message is there
  output logic                   tl_a_ready_o,   // It is taken
  input  logic [            2:0] tl_a_opcode_i,  // Get, PutFullData or PutPartialData
  input  logic [            2:0] tl_a_param_i,   // Not used
  input  logic [  SizeWidth-1:0] tl_a_size_i,    // Logarithm of its bytes: 2, or it is denied
  input  logic [SourceWidth-1:0] tl_a_source_i,  // Whose it is
  input  logic [           19:0] tl_a_address_i, // Byte address in the kernel's window
  input  logic [            3:0] tl_a_mask_i,    // Which bytes: all, or it is denied
  input  logic [           31:0] tl_a_data_i,    // The word to store
  input  logic                   tl_a_corrupt_i, // The word is not good: it is denied

  // Channel D
  output logic                   tl_d_valid_o,   // A message is there
  input  logic                   tl_d_ready_i,   // It is taken
  output logic [            2:0] tl_d_opcode_o,  // AccessAckData to a load, AccessAck to a store
  output logic [            1:0] tl_d_param_o,   // 0
  output logic [  SizeWidth-1:0] tl_d_size_o,    // As in the message on channel A
  output logic [SourceWidth-1:0] tl_d_source_o,  // As in the message on channel A
  output logic [  SinkWidth-1:0] tl_d_sink_o,    // 0
  output logic                   tl_d_denied_o,  // It was not done
  output logic [           31:0] tl_d_data_o,    // The word loaded
  output logic                   tl_d_corrupt_o, // There is no word: the load was denied

  // The kernel's port
  output logic                   req_o,          // A load or store is asked for, until granted
  output logic                   we_o,           // It is a store
  output logic [           19:0] addr_o,         // Its byte address
  output logic [           31:0] wdata_o,        // The word to store
  input  logic                   gnt_i,          // It is done
  input  logic [           31:0] rdata_i         // The word loaded, with the grant
);

  localparam logic [2:0] PutFullData = 3'd0, PutPartialData = 3'd1, Get = 3'd4;
  localparam logic [2:0] AccessAck = 3'd0, AccessAckData = 3'd1;

  logic        taken, store, whole;
  logic [31:0] data_q;  // the word to store, then the word loaded

  assign taken = tl_a_valid_i & tl_a_ready_o;
  assign store = tl_a_opcode_i inside {PutFullData, PutPartialData};
  assign whole = (store | tl_a_opcode_i == Get) & 32'(tl_a_size_i) == 32'd2 & (&tl_a_mask_i)
               & tl_a_address_i[1:0] == '0 & ~(store & tl_a_corrupt_i);

  assign tl_a_ready_o   = ~(req_o | tl_d_valid_o);
  assign tl_d_opcode_o  = we_o ? AccessAck : AccessAckData;
  assign tl_d_param_o   = '0;
  assign tl_d_sink_o    = '0;
  assign tl_d_data_o    = data_q;
  assign tl_d_corrupt_o = tl_d_denied_o & ~we_o;
  assign wdata_o        = data_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      req_o        <= 1'b0;
      tl_d_valid_o <= 1'b0;
    end else begin
      req_o        <= (taken & whole) | (req_o & ~gnt_i);
      tl_d_valid_o <= (taken & ~whole) | (req_o & gnt_i) | (tl_d_valid_o & ~tl_d_ready_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (taken) begin
      we_o          <= store;
      addr_o        <= tl_a_address_i;
      tl_d_size_o   <= tl_a_size_i;
      tl_d_source_o <= tl_a_source_i;
      tl_d_denied_o <= ~whole;
    end
    if (taken)              data_q <= tl_a_data_i;
    else if (req_o & gnt_i) data_q <= rdata_i;
  end

  logic unused;
  assign unused = ^tl_a_param_i;

  isochron_bus_rules u_rules (
    .clk_i, .rst_ni, .asks_i(taken), .whole_i(whole), .req_i(req_o), .we_i(we_o), .addr_i(addr_o),
    .gnt_i
  );

endmodule
