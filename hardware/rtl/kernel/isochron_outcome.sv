// SPDX-License-Identifier: Apache-2.0
//
// What became of operations: the result of the last command of an interrupt service routine, and
// what was refused (isochron_errors). Results of tasks are kept for each task (isochron_tasks).
module isochron_outcome
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
(
  input  logic        clk_i,               // Clock
  input  logic        rst_ni,              // Asynchronous reset, active low

  // Decide stage
  input  logic        commit_i,            // An operation is in its Decide stage
  input  logic        second_i,            // It is in its second pass
  input  source_e     source_i,            // Who asked for it
  input  operation_e  operation_i,         // The operation
  input  result_e     asked_error_i,       // Why the decoder refuses it; ResultFail: it does not
  input  logic [7:0]  id_i,                // The object or task that the command names
  input  logic [7:0]  object_i,            // The object that the operation is on
  input  result_e     code_i,              // Its result
  input  logic        woken_i,             // FreeRTOS's pxHigherPriorityTaskWoken
  input  logic [31:0] value_i,             // What VALUE is to say

  // Transfers
  input  logic        misuse_i,            // Nothing answers to a transfer
  input  operation_e  misuse_operation_i,  // The operation in its address
  input  logic [7:0]  misuse_id_i,         // The object or task in its address
  input  logic        clear_i,             // ERROR is stored

  // Registers
  output isr_result_t isr_o,               // The result of a service routine's last command
  output logic [31:0] error_o              // The register ERROR
);

  isr_result_t isr_q;
  logic        refused, retried;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      isr_q <= '{code: ResultFail, default: '0};
    end else if (commit_i && source_i == SourceIsr) begin
      isr_q <= '{code: code_i, woken: woken_i, value: value_i};
    end
  end

  assign isr_o = isr_q;

  // A wait that fails when it is completed is reported as a take of its object.
  assign refused = commit_i & ~second_i & source_i != SourceTime & is_error(code_i);
  assign retried = operation_i == WorkRetry & asked_error_i == ResultFail;

  isochron_errors u_errors (
    .clk_i, .rst_ni,
    .clear_i,
    .error_i(refused | misuse_i),
    .code_i(refused ? code_i : ResultErrorOperation),
    .isr_i(refused & source_i != SourceTask),
    .operation_i(!refused ? misuse_operation_i : retried ? OpTake : operation_i),
    .id_i(!refused ? misuse_id_i : retried ? object_i : id_i),
    .error_o
  );

endmodule
