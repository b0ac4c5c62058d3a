// SPDX-License-Identifier: Apache-2.0

// The hybrid's link on a core's port for a custom function unit: put and get instructions.
//
// The function code says which. Put sends the operand, and waits while the link is full; get takes a
// word of a reply, and waits for it while a message is on its way, else gives 0.
module soc_link_cfu #(
  parameter logic [2:0] PutScheduler     = 3'd0,  // Function code: the last word of a message
  parameter logic [2:0] PutTimers        = 3'd1,  // The same, for the timers
  parameter logic [2:0] PutSchedulerMore = 3'd2   // A word of a message, others follow
) (
  // Core
  input  logic        cfu_valid_i,     // An instruction asks, until it is answered
  input  logic [ 2:0] cfu_function_i,  // Its function code; any other than those above: get
  input  logic [31:0] cfu_operand_i,   // Its operand
  output logic        cfu_ready_o,     // It is answered in this cycle
  output logic [31:0] cfu_result_o,    // Its result

  // Messages
  output logic        m_axis_tvalid,   // A word is offered
  input  logic        m_axis_tready,   // It is taken
  output logic [31:0] m_axis_tdata,    // The word
  output logic        m_axis_tdest,    // 0: for the scheduler, 1: for the timers
  output logic        m_axis_tlast,    // It ends the message

  // Replies
  input  logic        s_axis_tvalid,   // A word is offered
  output logic        s_axis_tready,   // It is taken
  input  logic [31:0] s_axis_tdata,    // The word

  input  logic        idle_i           // No word, message or reply is on its way
);

  logic put, get;

  assign put = cfu_valid_i
             & cfu_function_i inside {PutScheduler, PutTimers, PutSchedulerMore};
  assign get = cfu_valid_i & ~put;

  assign m_axis_tvalid = put;
  assign m_axis_tdata  = cfu_operand_i;
  assign m_axis_tdest  = cfu_function_i == PutTimers;
  assign m_axis_tlast  = cfu_function_i != PutSchedulerMore;
  assign s_axis_tready = get;

  assign cfu_ready_o  = put ? m_axis_tready : s_axis_tvalid | idle_i;
  assign cfu_result_o = s_axis_tvalid ? s_axis_tdata : '0;

endmodule
