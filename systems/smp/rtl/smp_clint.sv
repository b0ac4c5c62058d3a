// SPDX-License-Identifier: Apache-2.0

// RISC-V core-local interruptor for several harts: a software interrupt and a time of comparison for
// each, one `mtime` for all, which counts clock cycles. Each core has a port of its own, as to a
// RP2350's SIO; of stores to one register in one cycle the last core's counts.
module smp_clint
  import soc_registers_pkg::*;
#(
  parameter int unsigned NCores = 2  // Cores
) (
  input  logic                    clk_i,           // Clock
  input  logic                    rst_ni,          // Asynchronous reset, active low

  // A device port of soc_bus for each core, words only, always granted
  input  logic [NCores-1:0]       req_i,           // Load or store
  input  logic [NCores-1:0]       we_i,            // Store
  input  logic [NCores-1:0][15:0] addr_i,          // Byte offset
  input  logic [NCores-1:0][31:0] wdata_i,         // Word to store
  output logic [NCores-1:0][31:0] rdata_o,         // Word loaded, in the cycle of the request
  output logic [NCores-1:0]       err_o,           // No such register, in the cycle of the request

  output logic [NCores-1:0]       irq_software_o,  // Machine software interrupt
  output logic [NCores-1:0]       irq_timer_o      // Machine timer interrupt: mtime >= mtimecmp
);

  logic [NCores-1:0]       msip_d, msip_q;
  logic [63:0]             mtime_d, mtime_q;
  logic [NCores-1:0][63:0] mtimecmp_d, mtimecmp_q;

  always_comb begin
    msip_d     = msip_q;
    mtime_d    = mtime_q + 64'd1;
    mtimecmp_d = mtimecmp_q;
    rdata_o    = '0;
    err_o      = req_i;
    for (int unsigned core = 0; core < NCores; core++) begin
      if (req_i[core]) begin
        for (int unsigned hart = 0; hart < NCores; hart++) begin
          if (addr_i[core] == 16'(RegClintMsip) + 16'(4 * hart)) begin
            err_o[core]   = 1'b0;
            rdata_o[core] = 32'(msip_q[hart]);
            if (we_i[core]) msip_d[hart] = wdata_i[core][0];
          end
          if (addr_i[core] == 16'(RegClintMtimecmp) + 16'(8 * hart)) begin
            err_o[core]   = 1'b0;
            rdata_o[core] = mtimecmp_q[hart][31:0];
            if (we_i[core]) mtimecmp_d[hart][31:0] = wdata_i[core];
          end
          if (addr_i[core] == 16'(RegClintMtimecmpHigh) + 16'(8 * hart)) begin
            err_o[core]   = 1'b0;
            rdata_o[core] = mtimecmp_q[hart][63:32];
            if (we_i[core]) mtimecmp_d[hart][63:32] = wdata_i[core];
          end
        end
        if (addr_i[core] == 16'(RegClintMtime)) begin
          err_o[core]   = 1'b0;
          rdata_o[core] = mtime_q[31:0];
          if (we_i[core]) mtime_d[31:0] = wdata_i[core];
        end
        if (addr_i[core] == 16'(RegClintMtimeHigh)) begin
          err_o[core]   = 1'b0;
          rdata_o[core] = mtime_q[63:32];
          if (we_i[core]) mtime_d[63:32] = wdata_i[core];
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      msip_q      <= '0;
      mtime_q     <= '0;
      mtimecmp_q  <= '1;
      irq_timer_o <= '0;
    end else begin
      msip_q     <= msip_d;
      mtime_q    <= mtime_d;
      mtimecmp_q <= mtimecmp_d;
      for (int unsigned hart = 0; hart < NCores; hart++) begin
        irq_timer_o[hart] <= mtime_d >= mtimecmp_d[hart];
      end
    end
  end

  assign irq_software_o = msip_q;

endmodule
