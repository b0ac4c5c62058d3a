// SPDX-License-Identifier: Apache-2.0
//
// What became of operations: the result of the last command of an interrupt service routine, and
// what was refused last, and how often. Results of tasks are kept for each task (isochron_tasks).
module isochron_outcome
  import isochron_pkg::*;
  import isochron_bus_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NCores = 1,  // Cores; area grows with them
  localparam int unsigned CoreWidth = NCores > 1 ? $clog2(NCores) : 1
) (
  input  logic        clk_i,               // Clock
  input  logic        rst_ni,              // Asynchronous reset, active low

  // Decide stage
  input  operation_t  operation_i,         // The operation
  input  action_t     action_i,            // What it does
  input  logic        woken_i,             // A service routine's core has to switch
  input  logic [7:0]  object_i,            // The object that the operation is on

  // Transfers
  input  logic [CoreWidth-1:0] core_i,     // The core whose transfer or operation it is
  input  access_t     access_i,            // The transfer
  input  logic        clear_i,             // ERROR is stored

  // Registers
  output isr_result_t isr_o,               // The result of a service routine's last command
  output logic [31:0] error_o              // The register ERROR
);

  isr_result_t [NCores-1:0] isr_q;
  logic        refused, retried;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      isr_q <= {NCores{isr_result_t'{code: ResultFail, default: '0}}};
    end else if (operation_i.stage.decide && operation_i.source == SourceIsr) begin
      isr_q[core_i] <= '{code: action_i.code, woken: woken_i, value: action_i.value};
    end
  end

  assign isr_o = isr_q[core_i];

  // A wait that fails when it is completed is reported as a take of its object.
  assign refused = operation_i.stage.decide & ~operation_i.second & operation_i.source != SourceTime
                 & is_error(action_i.code);
  assign retried = operation_i.kind == WorkRetry & operation_i.error == ResultFail;

  logic [7:0] count_q, id_q;
  operation_e kind_q;
  logic       of_isr_q;
  result_e    code_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {count_q, id_q, of_isr_q} <= '0;
      kind_q                    <= operation_e'('0);
      code_q                    <= ResultFail;
    end else if (refused | access_i.misuse) begin
      count_q  <= clear_i ? 8'd1 : count_q + 8'(~&count_q);
      id_q     <= !refused ? access_i.id : retried ? object_i : operation_i.id;
      kind_q   <= !refused ? access_i.kind : retried ? OpTake : operation_i.kind;
      of_isr_q <= refused & operation_i.source != SourceTask;
      code_q   <= refused ? action_i.code : ResultErrorOperation;
    end else if (clear_i) begin
      {count_q, id_q, of_isr_q} <= '0;
      kind_q                    <= operation_e'('0);
      code_q                    <= ResultFail;
    end
  end

  always_comb begin
    error_o = '0;
    error_o[RegErrorCountLsb +: 8]              = count_q;
    error_o[RegErrorIsrLsb]                     = of_isr_q;
    error_o[RegErrorOperationLsb +: 6]          = kind_q;
    error_o[RegErrorIdLsb +: 8]                 = id_q;
    error_o[RegErrorCodeLsb +: $bits(result_e)] = code_q;
  end

  logic unused;
  assign unused = ^{operation_i, action_i, access_i};

endmodule
