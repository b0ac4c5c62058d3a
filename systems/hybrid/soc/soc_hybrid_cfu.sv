// SPDX-License-Identifier: Apache-2.0

// The hybrid behind a core's port for a custom function unit.
module soc_hybrid_cfu #(
  parameter int unsigned NTasks      = 32,  // As isochron_hybrid's
  parameter int unsigned NPriorities = 64,  // As isochron_hybrid's
  parameter int unsigned NLines      = 0,   // As isochron_hybrid's
  localparam int unsigned LineInputs = NLines > 0 ? NLines : 1
) (
  input  logic        clk_i,        // Clock
  input  logic        rst_ni,       // Asynchronous reset, active low

  input  logic [LineInputs-1:0] lines_i,  // As isochron_hybrid's

  // Custom instructions, as in soc_core_vexriscv
  input  logic        cmd_valid_i,  // An instruction asks, until it is taken
  output logic        cmd_ready_o,  // It is taken in this cycle
  input  logic [ 2:0] function_i,   // Its function
  input  logic [31:0] operand_i,    // Its operand
  output logic        rsp_valid_o,  // Its result is there
  input  logic        rsp_ready_i,  // There is room for the result
  output logic [31:0] result_o,     // The result

  output logic        interrupt_o,  // As isochron_hybrid's
  output logic [ 6:0] current_id_o, // As isochron_hybrid's
  output logic        switch_o      // As isochron_hybrid's
);

  logic        message_valid, message_ready, message_dest, message_last;
  logic        reply_valid, reply_ready, unused_reply_last, idle, link_ready;
  logic [31:0] message, reply;

  // The answer is taken in the cycle of the question: only when there is room for it.
  assign cmd_ready_o = rsp_ready_i & link_ready;
  assign rsp_valid_o = cmd_valid_i & cmd_ready_o;

  soc_link_cfu u_link (
    .cfu_valid_i    (cmd_valid_i & rsp_ready_i),
    .cfu_function_i (function_i),
    .cfu_operand_i  (operand_i),
    .cfu_ready_o    (link_ready),
    .cfu_result_o   (result_o),
    .m_axis_tvalid (message_valid),
    .m_axis_tready (message_ready),
    .m_axis_tdata  (message),
    .m_axis_tdest  (message_dest),
    .m_axis_tlast  (message_last),
    .s_axis_tvalid (reply_valid),
    .s_axis_tready (reply_ready),
    .s_axis_tdata  (reply),
    .idle_i        (idle)
  );

  isochron_hybrid #(
    .NTasks      (NTasks),
    .NPriorities (NPriorities),
    .NLines      (NLines)
  ) u_hybrid (
    .clk_i,
    .rst_ni,
    .lines_i,
    .s_axis_tvalid (message_valid),
    .s_axis_tready (message_ready),
    .s_axis_tdata  (message),
    .s_axis_tdest  (message_dest),
    .s_axis_tlast  (message_last),
    .m_axis_tvalid (reply_valid),
    .m_axis_tready (reply_ready),
    .m_axis_tdata  (reply),
    .m_axis_tlast  (unused_reply_last),
    .idle_o        (idle),
    .interrupt_o,
    .current_id_o,
    .switch_o
  );

  logic unused;
  assign unused = unused_reply_last;

endmodule
