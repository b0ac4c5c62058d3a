// SPDX-License-Identifier: Apache-2.0

// An unmodified VexRiscv (variant FullCfu: caches of 4 KiB, static branch prediction, port for a
// custom function unit) on the SoC's buses.
//
// Addresses from 0x8000_0000 on are not cached. The core empties its caches after reset by itself.
// Its buses have no errors: a fetch that nothing answers gives 0, which is an illegal instruction.
//
// With `RamWaits` the RAM is as one outside of the chip: of each burst, and of each store, the first word
// waits for so many cycles before it is asked for. The other words of a burst follow, one in a cycle.
module soc_core_vexriscv
  import soc_pkg::*;
#(
  parameter int unsigned RamWaits = 0  // Cycles, 0 to 255
) (
  input  logic           clk_i,            // Clock
  input  logic           rst_ni,           // Reset, active low

  output instr_request_t instr_o,          // Instructions that are asked for, always granted
  input  bus_answer_t    instr_i,          // Their answers
  output data_request_t  data_o,           // Loads and stores: host port of soc_bus
  input  bus_answer_t    data_i,           // Their answers

  input  interrupts_t    irq_i,            // Interrupts: external, UART and the other device are bits 0 to 2
                                           // of the core's array

  // Custom instructions: all of custom-0, if bit 31 of the core's register 0xBC0 is set
  output logic           cfu_cmd_valid_o,  // An instruction asks, until it is taken
  input  logic           cfu_cmd_ready_i,  // It is taken in this cycle, at the latest with its result
  output logic [ 9:0]    cfu_function_o,   // Its bits 31:25 (funct7) and 14:12 (funct3)
  output logic [31:0]    cfu_inputs_0_o,   // Its first operand
  output logic [31:0]    cfu_inputs_1_o,   // Its second operand
  input  logic           cfu_rsp_valid_i,  // Its result is there
  output logic           cfu_rsp_ready_o,  // There is room for the result
  input  logic [31:0]    cfu_outputs_0_i   // The result
);

  localparam logic [2:0] Incrementing = 3'b010;  // Wishbone's CTI: a burst, another word follows

  logic        instr_stb, data_stb, data_we;
  logic [29:0] instr_word, data_word;
  logic [31:0] data_addr;
  logic [ 2:0] instr_cti, data_cti;
  logic        loading_q, storing_q;  // a load, a store, was granted and not answered
  logic        loaded;
  logic        instr_asks, data_begins;        // a word is wanted; the first one of a burst, or a store
  logic        instr_waited, data_waited;      // it may be asked for

  // In a burst the next word is requested with the answer to the one before: a word a cycle.
  assign instr_asks   = instr_stb & (~instr_i.rvalid | instr_cti == Incrementing);
  assign instr_o.req  = instr_asks & instr_waited;
  assign instr_o.addr = {instr_word + 30'(instr_i.rvalid), 2'b00};

  // A load is acknowledged with its answer, a store when it is granted. One request is open at a time.
  assign loaded      = loading_q & data_i.rvalid;
  assign data_begins = data_stb & ~loading_q & (~storing_q | data_i.rvalid);
  assign data_o.req  = (data_begins & (data_waited | ~data_addr[RamBit]))
                     | (data_stb & loaded & data_cti == Incrementing);
  assign data_o.we   = data_we;
  assign data_o.addr = data_addr;
  assign data_addr   = {data_word + 30'(loading_q), 2'b00};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      loading_q <= 1'b0;
      storing_q <= 1'b0;
    end else begin
      loading_q <= (data_o.req & data_i.gnt & ~data_we) | (loading_q & ~data_i.rvalid);
      storing_q <= (data_o.req & data_i.gnt & data_we) | (storing_q & ~data_i.rvalid);
    end
  end

  if (RamWaits > 0) begin : gen_waits
    localparam logic [7:0] Waits = 8'(RamWaits);

    logic [7:0] instr_waits_q, data_waits_q;  // cycles that the first word has waited

    if (RamWaits > 255) begin : gen_too_many
      $error("RamWaits is to be 255 at most");
    end

    assign instr_waited = instr_waits_q == Waits;
    assign data_waited  = data_waits_q == Waits;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        instr_waits_q <= '0;
        data_waits_q  <= '0;
      end else begin
        if (!instr_asks)                     instr_waits_q <= '0;  // also with the last word of a burst
        else if (!instr_waited)              instr_waits_q <= instr_waits_q + 8'd1;
        if (data_o.req && data_i.gnt)        data_waits_q <= '0;
        else if (data_begins & ~data_waited) data_waits_q <= data_waits_q + 8'd1;
      end
    end
  end else begin : gen_no_waits
    assign {instr_waited, data_waited} = '1;
  end

  // The parts of Wishbone that have one value only are not used.
  /* verilator lint_off PINCONNECTEMPTY */
  VexRiscv u_vexriscv (
    .clk                                   (clk_i),
    .reset                                 (~rst_ni),
    .externalResetVector                   (ResetVector),
    .timerInterrupt                        (irq_i.timer),
    .softwareInterrupt                     (irq_i.software),
    .externalInterruptArray                ({29'd0, irq_i.other, irq_i.uart, irq_i.external}),
    .CfuPlugin_bus_cmd_valid               (cfu_cmd_valid_o),
    .CfuPlugin_bus_cmd_ready               (cfu_cmd_ready_i),
    .CfuPlugin_bus_cmd_payload_function_id (cfu_function_o),
    .CfuPlugin_bus_cmd_payload_inputs_0    (cfu_inputs_0_o),
    .CfuPlugin_bus_cmd_payload_inputs_1    (cfu_inputs_1_o),
    .CfuPlugin_bus_rsp_valid               (cfu_rsp_valid_i),
    .CfuPlugin_bus_rsp_ready               (cfu_rsp_ready_o),
    .CfuPlugin_bus_rsp_payload_outputs_0   (cfu_outputs_0_i),
    .iBusWishbone_CYC                      (),
    .iBusWishbone_STB                      (instr_stb),
    .iBusWishbone_ACK                      (instr_i.rvalid),
    .iBusWishbone_WE                       (),
    .iBusWishbone_ADR                      (instr_word),
    .iBusWishbone_DAT_MISO                 (instr_i.err ? '0 : instr_i.rdata),
    .iBusWishbone_DAT_MOSI                 (),
    .iBusWishbone_SEL                      (),
    .iBusWishbone_ERR                      (1'b0),
    .iBusWishbone_CTI                      (instr_cti),
    .iBusWishbone_BTE                      (),
    .dBusWishbone_CYC                      (),
    .dBusWishbone_STB                      (data_stb),
    .dBusWishbone_ACK                      (data_we ? data_o.req & data_i.gnt : loaded),
    .dBusWishbone_WE                       (data_we),
    .dBusWishbone_ADR                      (data_word),
    .dBusWishbone_DAT_MISO                 (data_i.rdata),
    .dBusWishbone_DAT_MOSI                 (data_o.wdata),
    .dBusWishbone_SEL                      (data_o.be),
    .dBusWishbone_ERR                      (1'b0),
    .dBusWishbone_CTI                      (data_cti),
    .dBusWishbone_BTE                      ()
  );
  /* verilator lint_on PINCONNECTEMPTY */

  // This core cannot be told of an error, and knows that its fetches are granted at once.
  logic unused;
  assign unused = ^{instr_i.gnt, data_i.err};

endmodule
