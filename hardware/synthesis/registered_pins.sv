// SPDX-License-Identifier: Apache-2.0
//
// The hardware kernel between registers, on four pins, so that synthesis shows its own speed and
// not that of pins: inputs come from a shift register, outputs are registered and leave through
// another one. This adds about 60 lookup tables and 150 flip-flops to the figures.
module registered_pins #(
  parameter int unsigned NTasks      = 32,  // as isochron's
  parameter int unsigned NPriorities = 64,
  parameter int unsigned NObjects    = 64,
  parameter int unsigned NLines      = 8,
  parameter bit          EventGroups = 1'b1,
  parameter bit          Tickless    = 1'b1,
  parameter int unsigned NNotifications = 4,
  parameter bit          Monitor     = 1'b1,
  parameter int unsigned MessageWords = 64,
  parameter int unsigned NCores      = 1,
  parameter bit          Affinity    = 1'b0,
  parameter bit          OnePriority = 1'b0
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic serial_i,
  output logic serial_o
);

  typedef struct packed {
    logic [NCores-1:0]       req;
    logic [NCores-1:0]       we;
    logic [NCores-1:0][19:0] addr;
    logic [NCores-1:0][31:0] wdata;
    logic [NLines-1:0]       lines;
  } inputs_t;

  typedef struct packed {
    logic [NCores-1:0]                     gnt;
    logic [NCores-1:0][31:0]               rdata;
    logic [NCores-1:0]                     switch_request;
    logic [NCores-1:0][$clog2(NTasks)-1:0] current_id;
    logic [NCores-1:0]                     switched;
  } outputs_t;

  inputs_t  inputs;
  outputs_t outputs;

  pins #(.Inputs($bits(inputs_t)), .Outputs($bits(outputs_t))) u_pins (
    .clk_i, .rst_ni, .serial_i, .serial_o, .inputs_o({inputs}), .outputs_i(outputs)
  );

  isochron #(
    .NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects), .NLines(NLines),
    .EventGroups(EventGroups), .Tickless(Tickless), .NNotifications(NNotifications),
    .Monitor(Monitor), .MessageWords(MessageWords), .NCores(NCores), .Affinity(Affinity),
    .OnePriority(OnePriority)
  ) u_isochron (
    .clk_i, .rst_ni,
    .req_i(inputs.req), .we_i(inputs.we), .addr_i(inputs.addr), .wdata_i(inputs.wdata),
    .gnt_o(outputs.gnt), .rdata_o(outputs.rdata),
    .lines_i(inputs.lines), .switch_request_o(outputs.switch_request),
    .more_due_o(), .again_o(), .becomes_again_o(), .other_o(), .next_valid_o(), .next_id_o(),
    .current_id_o(outputs.current_id), .switch_o(outputs.switched),
    .trace_o()
  );

endmodule
