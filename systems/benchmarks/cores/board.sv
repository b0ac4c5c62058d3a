// SPDX-License-Identifier: Apache-2.0

// What a core of others needs to run the programs of the reference SoC, at its addresses: clock, RAM,
// console, the end of a program, the CLINT's timer, and the hardware kernel behind its port. For
// simulation only.
module board (
  output logic        clk_o,           // Clock
  output logic        rst_no,          // Reset, active low

  // RAM, console, end and timer answer in the same cycle
  input  logic [31:0] fetch_addr_i,    // Address of an instruction
  output logic [31:0] fetch_rdata_o,   // The word there
  input  logic        req_i,           // A load or store is done in this cycle
  input  logic        we_i,            // It is a store
  input  logic [31:0] addr_i,          // Its address
  input  logic [ 3:0] be_i,            // The bytes of the word that are stored
  input  logic [31:0] wdata_i,         // What is stored
  output logic [31:0] rdata_o,         // The word loaded

  // The hardware kernel's port, which an adapter drives
  input  logic        kernel_req_i,    // As isochron's
  input  logic        kernel_we_i,     // As isochron's
  input  logic [19:0] kernel_addr_i,   // As isochron's
  input  logic [31:0] kernel_wdata_i,  // As isochron's
  output logic        kernel_gnt_o,    // As isochron's
  output logic [31:0] kernel_rdata_o,  // As isochron's

  output logic        irq_software_o,  // The hardware kernel's request
  output logic        irq_timer_o      // FreeRTOS's own tick
);

  localparam int unsigned Words = 65536;

  logic [31:0] mem[Words];
  logic [63:0] time_q, compare_q;
  string       image;

  initial begin
    if ($value$plusargs("image=%s", image) == 0) $fatal(1, "no +image=FILE");
    $readmemh(image, mem);
    clk_o  = 1'b0;
    rst_no = 1'b0;
    #10 rst_no = 1'b1;
    #20000000 $fatal(1, "the program has not ended");
  end
  always #1 clk_o = ~clk_o;

  function automatic logic in_ram(logic [31:0] addr);
    return addr[31:18] == 14'h1000;
  endfunction

  assign fetch_rdata_o = mem[fetch_addr_i[17:2]];

  always_comb begin
    rdata_o = mem[addr_i[17:2]];
    case (addr_i)
      32'h9000_0014: rdata_o = 32'h60;             // the console can take a character
      32'h9200_BFF8: rdata_o = time_q[31:0];
      32'h9200_BFFC: rdata_o = time_q[63:32];
      32'h9200_4000: rdata_o = compare_q[31:0];
      32'h9200_4004: rdata_o = compare_q[63:32];
      default: ;
    endcase
  end

  always_ff @(posedge clk_o or negedge rst_no) begin
    if (!rst_no) begin
      time_q    <= '0;
      compare_q <= '1;
    end else begin
      time_q <= time_q + 64'd1;
      if (req_i & we_i) begin
        for (int i = 0; i < 4; i++) begin
          if (in_ram(addr_i) & be_i[i]) mem[addr_i[17:2]][8*i+:8] <= wdata_i[8*i+:8];
        end
        case (addr_i)
          32'h9000_0000: $write("%c", wdata_i[7:0]);
          32'h9003_0000: $finish;
          32'h9200_4000: compare_q[31:0] <= wdata_i;
          32'h9200_4004: compare_q[63:32] <= wdata_i;
          default: if (!in_ram(addr_i)) $fatal(1, "a store to %h", addr_i);
        endcase
      end
    end
  end

  assign irq_timer_o = time_q >= compare_q;

  isochron u_isochron (
    .clk_i            (clk_o),
    .rst_ni           (rst_no),
    .req_i            (kernel_req_i),
    .we_i             (kernel_we_i),
    .addr_i           (kernel_addr_i),
    .wdata_i          (kernel_wdata_i),
    .gnt_o            (kernel_gnt_o),
    .rdata_o          (kernel_rdata_o),
    .lines_i          ('0),
    .switch_request_o (irq_software_o),
    .more_due_o       (),
    .again_o          (),
    .becomes_again_o  (),
    .other_o          (),
    .next_valid_o     (),
    .next_id_o        (),
    .current_id_o     (),
    .switch_o         (),
    .trace_o          ()
  );

endmodule
