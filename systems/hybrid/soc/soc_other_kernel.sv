// SPDX-License-Identifier: Apache-2.0

// The hybrid in the place of the hardware kernel: behind a memory-mapped FIFO in the kernel's window, or
// behind the core's put and get instructions, with nothing in the window.
module soc_other_kernel #(
  parameter bit          Cfu         = 1'b0,  // As soc_kernel's
  parameter int unsigned NTasks      = 32,    // As soc_kernel's
  parameter int unsigned NPriorities = 64,    // As soc_kernel's
  parameter int unsigned NLines      = 0,     // Interrupt lines, as isochron_hybrid's
  localparam int unsigned LineInputs = NLines > 0 ? NLines : 1
) (
  input  logic        clk_i,           // Clock
  input  logic        rst_ni,          // Asynchronous reset, active low

  input  logic [LineInputs-1:0] lines_i, // As isochron_hybrid's

  // The kernel's window, as soc_kernel's
  input  logic        req_i,           // Load or store, until granted
  input  logic        we_i,            // Store
  input  logic [19:0] addr_i,          // Byte offset
  input  logic [31:0] wdata_i,         // Word to store
  output logic        gnt_o,           // Request done in this cycle
  output logic [31:0] rdata_o,         // Word loaded, with the grant
  output logic        err_o,           // No such register, with the grant

  // Custom instructions, as soc_kernel's
  input  logic        cfu_cmd_valid_i, // An instruction asks, until it is taken
  output logic        cfu_cmd_ready_o, // It is taken in this cycle
  input  logic [ 9:0] cfu_function_i,  // Its function
  input  logic [31:0] cfu_inputs_0_i,  // Its first operand
  input  logic [31:0] cfu_inputs_1_i,  // Its second operand
  output logic        cfu_rsp_valid_o, // Its result is there
  input  logic        cfu_rsp_ready_i, // There is room for the result
  output logic [31:0] cfu_outputs_0_o, // The result

  output logic        interrupt_o,     // To the core's software interrupt
  output logic [ 7:0] current_id_o,    // Running task
  output logic        switch_o         // The running task changes
);

  logic [6:0] current_id;
  assign current_id_o = 8'(current_id);

  // For what looks into the hybrid it is at one place, whichever the link.
  if (!Cfu) begin : gen_link
    logic hit, bus_gnt, bus_err;

    // Its registers take the first 256 bytes; the rest of the window is a bus error.
    assign hit   = addr_i[19:8] == '0;
    assign gnt_o = req_i & (~hit | bus_gnt);
    assign err_o = ~hit | bus_err;

    isochron_hybrid_bus #(
      .NTasks      (NTasks),
      .NPriorities (NPriorities),
      .NLines      (NLines)
    ) u_link (
      .clk_i,
      .rst_ni,
      .lines_i,
      .req_i        (req_i & hit),
      .we_i,
      .addr_i       (addr_i[7:0]),
      .wdata_i,
      .gnt_o        (bus_gnt),
      .rdata_o,
      .err_o        (bus_err),
      .interrupt_o,
      .current_id_o (current_id),
      .switch_o
    );

    assign {cfu_cmd_ready_o, cfu_rsp_valid_o, cfu_outputs_0_o} = '0;

    logic unused;
    assign unused = ^{cfu_cmd_valid_i, cfu_function_i, cfu_inputs_0_i, cfu_inputs_1_i,
                      cfu_rsp_ready_i};
  end else begin : gen_link
    soc_hybrid_cfu #(
      .NTasks      (NTasks),
      .NPriorities (NPriorities),
      .NLines      (NLines)
    ) u_link (
      .clk_i,
      .rst_ni,
      .lines_i,
      .cmd_valid_i  (cfu_cmd_valid_i),
      .cmd_ready_o  (cfu_cmd_ready_o),
      .function_i   (cfu_function_i[2:0]),
      .operand_i    (cfu_inputs_0_i),
      .rsp_valid_o  (cfu_rsp_valid_o),
      .rsp_ready_i  (cfu_rsp_ready_i),
      .result_o     (cfu_outputs_0_o),
      .interrupt_o,
      .current_id_o (current_id),
      .switch_o
    );

    assign gnt_o   = req_i;
    assign rdata_o = '0;
    assign err_o   = 1'b1;

    logic unused;
    assign unused = ^{we_i, addr_i, wdata_i, cfu_function_i[9:3], cfu_inputs_1_i};
  end

endmodule
