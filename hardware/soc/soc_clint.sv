// SPDX-License-Identifier: Apache-2.0

// RISC-V core-local interruptor for one hart. `mtime` counts clock cycles.
module soc_clint
  import soc_registers_pkg::*;
(
  input  logic        clk_i,           // Clock
  input  logic        rst_ni,          // Asynchronous reset, active low

  // Device port of soc_bus, words only, always granted
  input  logic        req_i,           // Load or store
  input  logic        we_i,            // Store
  input  logic [15:0] addr_i,          // Byte offset
  input  logic [31:0] wdata_i,         // Word to store
  output logic [31:0] rdata_o,         // Word loaded, in the cycle of the request
  output logic        err_o,           // No such register, in the cycle of the request

  output logic        irq_software_o,  // Machine software interrupt
  output logic        irq_timer_o      // Machine timer interrupt: mtime >= mtimecmp
);

  logic        msip_d, msip_q;
  logic [63:0] mtime_d, mtime_q;
  logic [63:0] mtimecmp_d, mtimecmp_q;
  logic        store;

  assign store = req_i & we_i;

  always_comb begin
    msip_d     = msip_q;
    mtime_d    = mtime_q + 64'd1;
    mtimecmp_d = mtimecmp_q;
    rdata_o    = '0;
    err_o      = 1'b0;
    if (req_i) begin
      unique case (addr_i)
        16'(RegClintMsip): begin
          rdata_o = 32'(msip_q);
          if (store) msip_d = wdata_i[0];
        end
        16'(RegClintMtimecmp): begin
          rdata_o = mtimecmp_q[31:0];
          if (store) mtimecmp_d[31:0] = wdata_i;
        end
        16'(RegClintMtimecmpHigh): begin
          rdata_o = mtimecmp_q[63:32];
          if (store) mtimecmp_d[63:32] = wdata_i;
        end
        16'(RegClintMtime): begin
          rdata_o = mtime_q[31:0];
          if (store) mtime_d[31:0] = wdata_i;
        end
        16'(RegClintMtimeHigh): begin
          rdata_o = mtime_q[63:32];
          if (store) mtime_d[63:32] = wdata_i;
        end
        default: err_o = 1'b1;
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      msip_q     <= 1'b0;
      mtime_q    <= '0;
      mtimecmp_q <= '1;
    end else begin
      msip_q     <= msip_d;
      mtime_q    <= mtime_d;
      mtimecmp_q <= mtimecmp_d;
    end
  end

  // The comparison is as wide as an adder: it has a cycle of its own.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) irq_timer_o <= 1'b0;
    else         irq_timer_o <= mtime_d >= mtimecmp_d;
  end

  assign irq_software_o = msip_q;

endmodule
