// SPDX-License-Identifier: Apache-2.0

// Avalon-MM to the hardware kernel's port, as a pipelined agent with responses to loads and stores. A
// transfer is answered in the cycle after its grant, from registers; the next one may be asked for then.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_avalon (
  input  logic        clk_i,                     // Clock
  input  logic        rst_ni,                    // Asynchronous reset, active low

  // Avalon-MM, of words
  input  logic        avs_read_i,                // A load is asked for
  input  logic        avs_write_i,               // A store is asked for
  input  logic [17:0] avs_address_i,             // Which word of the kernel's window
  input  logic [ 3:0] avs_byteenable_i,          // Which bytes of it: all, or it is an error
  input  logic [31:0] avs_writedata_i,           // The word to store
  output logic        avs_waitrequest_o,         // What is asked for is not taken yet
  output logic        avs_readdatavalid_o,       // A load is done, or refused
  output logic [31:0] avs_readdata_o,            // The word loaded
  output logic        avs_writeresponsevalid_o,  // A store is done, or refused
  output logic [ 1:0] avs_response_o,            // OKAY or SLVERR

  // The kernel's port
  output logic        req_o,                     // A load or store is asked for, until granted
  output logic        we_o,                      // It is a store
  output logic [19:0] addr_o,                    // Its byte address
  output logic [31:0] wdata_o,                   // The word to store
  input  logic        gnt_i,                     // It is done
  input  logic [31:0] rdata_i                    // The word loaded, with the grant
);

  localparam logic [1:0] Okay = 2'b00, Slverr = 2'b10;

  logic asks, whole;

  assign asks  = avs_read_i | avs_write_i;
  assign whole = &avs_byteenable_i;

  assign req_o             = asks & whole;
  assign we_o              = avs_write_i;
  assign addr_o            = {avs_address_i, 2'b00};
  assign wdata_o           = avs_writedata_i;
  assign avs_waitrequest_o = req_o & ~gnt_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      avs_readdatavalid_o      <= 1'b0;
      avs_writeresponsevalid_o <= 1'b0;
    end else begin
      avs_readdatavalid_o      <= avs_read_i & ~avs_waitrequest_o;
      avs_writeresponsevalid_o <= avs_write_i & ~avs_waitrequest_o;
    end
  end

  always_ff @(posedge clk_i) begin
    avs_response_o <= whole ? Okay : Slverr;
    if (gnt_i) avs_readdata_o <= rdata_i;
  end

  isochron_bus_rules u_rules (
    .clk_i, .rst_ni, .asks_i(asks), .whole_i(whole), .req_i(req_o), .we_i(we_o), .addr_i(addr_o),
    .gnt_i
  );

endmodule
