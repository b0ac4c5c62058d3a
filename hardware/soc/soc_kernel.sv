// SPDX-License-Identifier: Apache-2.0

// What the SoC has of a kernel in hardware: the hardware kernel in its window, and behind the window of
// calls if the core has contexts, or behind custom instructions if it has those; or in its place that of
// another system, which gives the module soc_other_kernel (systems/*/soc); or nothing, for a kernel in
// software: then any access is a bus error.
module soc_kernel
  import soc_pkg::*;
#(
  parameter kernel_e     Kernel      = KernelIsochron,  // Which
  parameter bit          Cfu         = 1'b0,            // The core has custom instructions
  parameter bit          Contexts      = 1'b0,            // The core has contexts, for the hardware kernel
  parameter int unsigned NTasks      = 32,              // Tasks
  parameter int unsigned NPriorities = 64,              // Priorities
  parameter int unsigned OtherLines  = 0,               // Interrupt lines that another system serves
  parameter int unsigned NObjects    = 64,              // Objects of the hardware kernel
  parameter int unsigned MessageWords = 64,            // Words that each of its queues has for messages
  parameter bit          ClockGating = 1'b0             // Its clock stops while nothing happens
) (
  input  logic                clk_i,            // Clock
  input  logic                rst_ni,           // Asynchronous reset, active low

  // Device ports of soc_bus, words only
  input  logic                kernel_req_i,     // Request in the kernel's own window, until granted
  input  logic                calls_req_i,      // Request in the window of calls, until granted
  input  device_request_t     request_i,        // Either request
  output device_response_t    kernel_o,         // The answer in the kernel's own window
  output device_response_t    window_o,         // The answer in the window of calls

  // The core's next request, for the window of calls
  output logic                hold_o,           // It is not to be granted in this cycle
  input  logic                held_i,           // It was not granted, and is in `request_i` now
  input  logic                held_calls_i,     // It is of the window of calls
  input  logic                granted_i,        // It is granted in this cycle

  // The contexts, in the core
  input  contexts_t           contexts_i,       // What they tell the window of calls
  output calls_t              calls_o,          // What they are told

  // Custom instructions, as in soc_core_vexriscv
  input  logic                cfu_cmd_valid_i,  // An instruction asks, until it is taken
  output logic                cfu_cmd_ready_o,  // It is taken in this cycle
  input  logic [ 9:0]         cfu_function_i,   // Its function
  input  logic [31:0]         cfu_inputs_0_i,   // Its first operand
  input  logic [31:0]         cfu_inputs_1_i,   // Its second operand
  output logic                cfu_rsp_valid_o,  // Its result is there
  input  logic                cfu_rsp_ready_i,  // There is room for the result
  output logic [31:0]         cfu_outputs_0_o,  // The result

  input  logic [NumLines-1:0] lines_i,          // Interrupt lines
  output logic                interrupt_o,      // To the core's software interrupt

  // For observers
  output logic [ 7:0]         current_id_o,     // Running task
  output logic                switch_o,         // The running task changes
  output logic [10:0]         trace_o           // What happens to tasks, to isochron_trace; of the
                                                // hardware kernel only
);

  if (Kernel == KernelNone) begin : gen_none
    assign kernel_o = '{gnt: kernel_req_i | calls_req_i, err: 1'b1, rdata: '0};

    // A custom instruction does nothing.
    assign cfu_cmd_ready_o = cfu_rsp_ready_i;
    assign cfu_rsp_valid_o = cfu_cmd_valid_i;
    assign cfu_outputs_0_o = '0;

    assign {interrupt_o, current_id_o, switch_o} = '0;

    logic unused;
    assign unused = ^{clk_i, rst_ni, request_i.we, request_i.addr, request_i.wdata, lines_i, cfu_function_i,
                      cfu_inputs_0_i, cfu_inputs_1_i} ^ Cfu ^ (NTasks == 0) ^ (NPriorities == 0);
  end else if (Kernel == KernelIsochron) begin : gen_isochron
    logic [$clog2(NTasks)-1:0] current_id, next_id;
    logic                      req, we, gnt, more_due, again, becomes_again, other, next_valid;
    logic [19:0]               addr;
    logic [31:0]               wdata, rdata;

    isochron #(
      .NTasks      (NTasks),
      .NPriorities (NPriorities),
      .NObjects    (NObjects),
      .NLines      (NumLines),
      .MessageWords(MessageWords),
      .ClockGating (ClockGating)
    ) u_isochron (
      .clk_i,
      .rst_ni,
      .req_i            (req),
      .we_i             (we),
      .addr_i           (addr),
      .wdata_i          (wdata),
      .gnt_o            (gnt),
      .rdata_o          (rdata),
      .lines_i,
      .switch_request_o (interrupt_o),
      .more_due_o       (more_due),
      .again_o          (again),
      .becomes_again_o  (becomes_again),
      .other_o          (other),
      .next_valid_o     (next_valid),
      .next_id_o        (next_id),
      .current_id_o     (current_id),
      .switch_o,
      .trace_o
    );
    assign current_id_o = 8'(current_id);
    assign kernel_o.err = 1'b0;

    if (Contexts) begin : gen_calls
      isochron_contexts_calls #(
        .NTasks (NTasks)
      ) u_calls (
        .clk_i,
        .rst_ni,
        .kernel_req_i,
        .calls_req_i,
        .we_i            (request_i.we),
        .addr_i          (request_i.addr),
        .wdata_i         (request_i.wdata),
        .gnt_o           (kernel_o.gnt),
        .rdata_o         (kernel_o.rdata),
        .hold_o,
        .held_i,
        .held_calls_i,
        .granted_i,
        .turn_o          (calls_o.turn),
        .req_o           (req),
        .we_o            (we),
        .addr_o          (addr),
        .wdata_o         (wdata),
        .gnt_i           (gnt),
        .rdata_i         (rdata),
        .current_id_i    (current_id),
        .again_i         (again),
        .becomes_again_i (becomes_again),
        .other_i         (other),
        .in_trap_i       (contexts_i.in_trap),
        .trap_i          (contexts_i.trap),
        .busy_o          (calls_o.busy),
        .interrupted_i   (contexts_i.interrupted),
        .next_ready_i    (contexts_i.next_ready),
        .ready_i         (contexts_i.ready),
        .discard_o       (calls_o.discard),
        .leaves_o        (calls_o.leaves),
        .other_o         (calls_o.other)
      );
      assign calls_o.current_id = current_id_o;
      assign calls_o.more_due   = more_due;
      assign calls_o.next_valid = next_valid;
      assign calls_o.next_id    = 8'(next_id);
    end else if (Cfu) begin : gen_cfu
      logic bus_gnt;

      isochron_cfu u_cfu (
        .clk_i,
        .rst_ni,
        .cmd_valid_i    (cfu_cmd_valid_i),
        .cmd_ready_o    (cfu_cmd_ready_o),
        .cmd_function_i (cfu_function_i),
        .cmd_argument_i (cfu_inputs_0_i),
        .cmd_address_i  (cfu_inputs_1_i),
        .rsp_valid_o    (cfu_rsp_valid_o),
        .rsp_ready_i    (cfu_rsp_ready_i),
        .rsp_data_o     (cfu_outputs_0_o),
        .bus_req_i      (kernel_req_i),
        .bus_we_i       (request_i.we),
        .bus_addr_i     (request_i.addr),
        .bus_wdata_i    (request_i.wdata),
        .bus_gnt_o      (bus_gnt),
        .req_o          (req),
        .we_o           (we),
        .addr_o         (addr),
        .wdata_o        (wdata),
        .gnt_i          (gnt),
        .rdata_i        (rdata)
      );
      assign kernel_o.gnt   = bus_gnt | calls_req_i;
      assign kernel_o.rdata = rdata;
    end else begin : gen_bus
      assign req     = kernel_req_i;
      assign we      = request_i.we;
      assign addr    = request_i.addr;
      assign wdata   = request_i.wdata;
      assign kernel_o.gnt   = gnt | calls_req_i;
      assign kernel_o.rdata = rdata;
    end

    if (!Contexts) begin : gen_no_calls
      logic unused;
      assign unused = ^{more_due, again, becomes_again, other, next_valid, next_id};
    end

    if (!Cfu) begin : gen_no_cfu
      assign {cfu_cmd_ready_o, cfu_rsp_valid_o, cfu_outputs_0_o} = '0;

      logic unused;
      assign unused = ^{cfu_cmd_valid_i, cfu_function_i, cfu_inputs_0_i, cfu_inputs_1_i,
                        cfu_rsp_ready_i};
    end
  end else begin : gen_other
    logic gnt;

    soc_other_kernel #(
      .Cfu         (Cfu),
      .NTasks      (NTasks),
      .NPriorities (NPriorities),
      .NLines      (OtherLines)
    ) u_other (
      .clk_i,
      .rst_ni,
      .lines_i      (lines_i[(OtherLines > 0 ? OtherLines : 1)-1:0]),
      .req_i        (kernel_req_i),
      .we_i         (request_i.we),
      .addr_i       (request_i.addr),
      .wdata_i      (request_i.wdata),
      .gnt_o        (gnt),
      .rdata_o      (kernel_o.rdata),
      .err_o        (kernel_o.err),
      .cfu_cmd_valid_i,
      .cfu_cmd_ready_o,
      .cfu_function_i,
      .cfu_inputs_0_i,
      .cfu_inputs_1_i,
      .cfu_rsp_valid_o,
      .cfu_rsp_ready_i,
      .cfu_outputs_0_o,
      .interrupt_o,
      .current_id_o,
      .switch_o
    );
    assign kernel_o.gnt = gnt | calls_req_i;

    logic unused;
    assign unused = ^lines_i;
  end

  if (Kernel != KernelIsochron) begin : gen_unused
    assign trace_o = '0;

    logic unused;
    assign unused = ClockGating ^ (NObjects == 0) ^ (MessageWords == 0);
  end

  if (Kernel != KernelOther) begin : gen_no_lines
    logic unused;
    assign unused = OtherLines == 0;
  end

  assign window_o = '{gnt: kernel_o.gnt, err: !Contexts, rdata: kernel_o.rdata};

  logic unused_byte;
  assign unused_byte = request_i.be;

  if (!Contexts) begin : gen_no_contexts
    assign hold_o  = 1'b0;
    assign calls_o = '0;

    logic unused;
    assign unused = ^{held_i, held_calls_i, granted_i, contexts_i};
  end else if (Kernel != KernelIsochron) begin : gen_no_kernel
    $error("Contexts is for tasks of the hardware kernel: Kernel is to be KernelIsochron");
  end

endmodule
