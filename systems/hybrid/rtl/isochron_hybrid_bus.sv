// SPDX-License-Identifier: Apache-2.0
//
// The hybrid on a load-store bus: a memory-mapped FIFO in front of its link, for a core without put
// and get instructions. The protocol is that of isochron: a request is held until it is granted,
// with the answer.

`ifndef ISOCHRON_ASSERTIONS
`include "isochron_assertions.svh"
`endif

module isochron_hybrid_bus
  import isochron_hybrid_registers_pkg::*;
#(
  parameter int unsigned NTasks      = 32,    // As isochron_hybrid's
  parameter int unsigned NPriorities = 32,    // As isochron_hybrid's
  parameter bit          Pipelined   = 1'b0,  // As isochron_hybrid's
  parameter int unsigned NLines      = 0,     // As isochron_hybrid's
  parameter int unsigned Depth       = 4,     // Words that may wait for the hybrid: a power of two,
                                              // 2 to 128
  localparam int unsigned LineInputs = NLines > 0 ? NLines : 1
) (
  input  logic        clk_i,         // Clock
  input  logic        rst_ni,        // Asynchronous reset, active low

  input  logic [LineInputs-1:0] lines_i,  // As isochron_hybrid's

  // Device port, words only
  input  logic        req_i,         // Load or store, held until granted
  input  logic        we_i,          // Store
  input  logic [ 7:0] addr_i,        // Byte offset
  input  logic [31:0] wdata_i,       // Word to store
  output logic        gnt_o,         // Granted and answered
  output logic [31:0] rdata_o,       // Word loaded, with the grant
  output logic        err_o,         // No such register, with the grant

  output logic        interrupt_o,   // As isochron_hybrid's
  output logic [ 6:0] current_id_o,  // As isochron_hybrid's
  output logic        switch_o       // As isochron_hybrid's
);

  localparam int unsigned UsedWidth = $clog2(Depth) + 1;

  logic                 put, put_ready, get, message_valid, message_ready, reply_valid, idle;
  logic                 dest, last, message_dest, message_last, unused_reply_last, nothing;
  logic [31:0]          message, reply;
  logic [UsedWidth-1:0] sent;

  assign dest = addr_i == 8'(RegLinkTimers);
  assign last = addr_i != 8'(RegLinkSchedulerMore);

  isochron_hybrid_fifo #(.Width(34), .Depth(Depth)) u_messages (
    .clk_i, .rst_ni,
    .put_valid_i(put), .put_ready_o(put_ready), .put_i({dest, last, wdata_i}),
    .get_valid_o(message_valid), .get_ready_i(message_ready),
    .get_o({message_dest, message_last, message}), .used_o(sent)
  );

  isochron_hybrid #(
    .NTasks(NTasks), .NPriorities(NPriorities), .Pipelined(Pipelined), .NLines(NLines)
  ) u_hybrid (
    .clk_i, .rst_ni, .lines_i,
    .s_axis_tvalid(message_valid), .s_axis_tready(message_ready), .s_axis_tdata(message),
    .s_axis_tdest(message_dest), .s_axis_tlast(message_last),
    .m_axis_tvalid(reply_valid), .m_axis_tready(get), .m_axis_tdata(reply),
    .m_axis_tlast(unused_reply_last),
    .idle_o(idle), .interrupt_o, .current_id_o, .switch_o
  );

  logic unused;
  assign unused = unused_reply_last;

  // -- Registers --------------------------------------------------------------------------------
  logic underflow_q, is_reply, is_state;

  // A load of REPLY waits for the reply to a message on its way, and for nothing else.
  assign nothing  = idle & ~reply_valid;
  assign is_reply = req_i & ~we_i & addr_i == 8'(RegLinkReply);
  assign is_state = addr_i == 8'(RegLinkState);
  assign put      = req_i & we_i
                  & addr_i inside {8'(RegLinkScheduler), 8'(RegLinkSchedulerMore),
                                   8'(RegLinkTimers)};
  assign get      = is_reply & reply_valid;

  always_comb begin
    gnt_o   = req_i;
    rdata_o = '0;
    if (put)      gnt_o = put_ready;
    if (is_reply) gnt_o = reply_valid | nothing;
    if (get)      rdata_o = reply;
    if (is_state) begin
      rdata_o[RegLinkStateReplyLsb]             = reply_valid;
      rdata_o[RegLinkStateSentLsb +: UsedWidth] = sent;
      rdata_o[RegLinkStateUnderflowLsb]         = underflow_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      underflow_q <= 1'b0;
    end else begin
      if (is_reply && nothing)            underflow_q <= 1'b1;
      else if (req_i && we_i && is_state) underflow_q <= 1'b0;
    end
  end

  assign err_o = gnt_o & ~put & ~is_reply & ~is_state;

  `ISOCHRON_ASSERT_NEXT(RequestIsHeld, req_i & ~gnt_o,
                        req_i & $stable({we_i, addr_i}) & (~we_i | $stable(wdata_i)))
  `ISOCHRON_ASSERT(OnlyARequestIsGranted, req_i | ~gnt_o)

endmodule
