// SPDX-License-Identifier: Apache-2.0

// The hardware kernel's commands as custom instructions: between a core's port for a custom function
// unit and the kernel's bus, which stays open to another master. docs/explanation/cfu.md has the
// instructions.
//
// An instruction is taken with its answer: until then the core holds it, and so it is not kept here.
// A call is two transfers, the command and the load of its result; no other transfer comes between.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_cfu
  import isochron_registers_pkg::*;
(
  input  logic        clk_i,           // Clock
  input  logic        rst_ni,          // Asynchronous reset, active low

  // Custom function unit: valid and what goes with it hold until ready
  input  logic        cmd_valid_i,     // An instruction asks
  output logic        cmd_ready_o,     // It is taken
  input  logic [ 9:0] cmd_function_i,  // Its bits 31:25 and 14:12
  input  logic [31:0] cmd_argument_i,  // rs1
  input  logic [31:0] cmd_address_i,   // rs2: byte offset in the kernel's map, in bits 19:0
  output logic        rsp_valid_o,     // The answer
  input  logic        rsp_ready_i,     // It is taken
  output logic [31:0] rsp_data_o,      // rd

  // Another master of the kernel's bus; before instructions, but not within one
  input  logic        bus_req_i,       // Load or store, held until granted
  input  logic        bus_we_i,        // Store
  input  logic [19:0] bus_addr_i,      // Byte offset
  input  logic [31:0] bus_wdata_i,     // Word to store
  output logic        bus_gnt_o,       // Request done in this cycle; data as from the kernel

  // The kernel's bus
  output logic        req_o,           // Load or store, held until granted
  output logic        we_o,            // Store
  output logic [19:0] addr_o,          // Byte offset
  output logic [31:0] wdata_o,         // Word to store
  input  logic        gnt_i,           // Request done in this cycle
  input  logic [31:0] rdata_i          // Word loaded, with the grant
);

  typedef enum logic [2:0] {
    Call        = 3'd0,  // command at rs2, argument rs1; rd is RESULT
    CallFromIsr = 3'd1,  // the same; rd is ISR_RESULT
    Store       = 3'd2   // rs1 to the command or register at rs2; rd is 0
  } function_e;
  // LOAD, 3: rd is the register at rs2
  // READ, 4 to 7: rd is the register of the number in bits 31:25

  typedef enum logic [1:0] {
    First,   // the command, or the only transfer, is asked for
    Second,  // the result of a call is asked for
    Answer   // the answer is offered
  } state_e;

  logic [ 2:0] operation;
  logic        call, load, request, own;
  logic        started_q;  // the first transfer has been asked for
  logic [31:0] answer_q;
  state_e      state_q;

  assign operation = cmd_function_i[2:0];
  assign call      = operation inside {Call, CallFromIsr};
  assign load      = state_q == Second | ~(call | operation == Store);

  assign request   = (state_q == First & cmd_valid_i) | state_q == Second;
  assign own       = request & (started_q | state_q == Second | ~bus_req_i);

  always_comb begin
    addr_o = cmd_address_i[19:0];
    if (!own)                     addr_o = bus_addr_i;
    else if (state_q == Second)   addr_o = 20'(operation == Call ? RegResult : RegIsrResult);
    else if (operation[2])        addr_o = 20'(RegResult) | {11'd0, cmd_function_i[9:3], 2'b00};
  end

  assign req_o     = own | bus_req_i;
  assign we_o      = own ? ~load : bus_we_i;
  assign wdata_o   = own ? cmd_argument_i : bus_wdata_i;
  assign bus_gnt_o = gnt_i & ~own;

  assign rsp_valid_o = state_q == Answer;
  assign rsp_data_o  = answer_q;
  assign cmd_ready_o = rsp_valid_o & rsp_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= First;
      started_q <= 1'b0;
    end else begin
      unique case (state_q)
        First:   if (own & gnt_i) state_q <= call ? Second : Answer;
        Second:  if (gnt_i)       state_q <= Answer;
        default: if (rsp_ready_i) state_q <= First;
      endcase
      started_q <= state_q == First & own & ~gnt_i;
    end
  end

  // What a store answers is 0.
  always_ff @(posedge clk_i) begin
    if (own & gnt_i) answer_q <= load ? rdata_i : '0;
  end

  logic unused;
  assign unused = ^cmd_address_i[31:20];

  `ISOCHRON_ASSERT_NEXT(InstructionIsHeld, cmd_valid_i & ~cmd_ready_o,
                        cmd_valid_i & $stable({cmd_function_i, cmd_argument_i, cmd_address_i}))
  `ISOCHRON_ASSERT_NEXT(AnswerIsHeld, rsp_valid_o & ~rsp_ready_i,
                        rsp_valid_o & $stable(rsp_data_o))
  `ISOCHRON_ASSERT_NEXT(RequestIsHeld, req_o & ~gnt_i,
                        req_o & $stable({we_o, addr_o}) & (~we_o | $stable(wdata_o)))
  `ISOCHRON_ASSERT(OneMasterIsGranted, ~bus_gnt_o | bus_req_i)

endmodule
