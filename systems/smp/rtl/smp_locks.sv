// SPDX-License-Identifier: Apache-2.0

// Spin locks, one a word, with a port for each core. A load that answers 1 has taken the lock, a store
// gives it back. In one cycle the cores come in the order of their numbers.
//
// As on RP2350 a lock is taken or free. With `Counting` a lock knows its owner, too: who has it may
// take it again, and gives it back as often. Another core's store changes nothing then.
module smp_locks #(
  parameter  int unsigned NCores   = 2,                // Cores
  parameter  int unsigned NumLocks = 32,               // Locks, a power of two
  parameter  bit          Counting = 1'b0,             // Owners may take a lock again
  localparam int unsigned Width    = $clog2(NumLocks)  // Number of a lock
) (
  input  logic                         clk_i,    // Clock
  input  logic                         rst_ni,   // Asynchronous reset, active low

  // A device port of soc_bus for each core, words only, always granted
  input  logic [NCores-1:0]            req_i,    // Load or store
  input  logic [NCores-1:0]            we_i,     // Store
  input  logic [NCores-1:0][Width-1:0] lock_i,   // Lock
  output logic [NCores-1:0]            taken_o   // Answer to a load, in the cycle of the request
);

  localparam int unsigned CoreWidth  = NCores > 1 ? $clog2(NCores) : 1;
  localparam int unsigned CountWidth = Counting ? 8 : 1;

  logic [NumLocks-1:0][CoreWidth-1:0]  owner_d, owner_q;
  logic [NumLocks-1:0][CountWidth-1:0] count_d, count_q;
  logic                                owned;

  always_comb begin
    owner_d = owner_q;
    count_d = count_q;
    taken_o = '0;
    owned   = 1'b0;
    for (int unsigned core = 0; core < NCores; core++) begin
      if (req_i[core]) begin
        owned = Counting && owner_d[lock_i[core]] == CoreWidth'(core);
        if (we_i[core]) begin
          if (!Counting) count_d[lock_i[core]] = '0;
          else if (owned && count_d[lock_i[core]] != '0) begin
            count_d[lock_i[core]] = count_d[lock_i[core]] - CountWidth'(1);
          end
        end else if (count_d[lock_i[core]] == '0 || (owned && ~&count_d[lock_i[core]])) begin
          taken_o[core]         = 1'b1;
          owner_d[lock_i[core]] = CoreWidth'(core);
          count_d[lock_i[core]] = count_d[lock_i[core]] + CountWidth'(1);
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      owner_q <= '0;
      count_q <= '0;
    end else begin
      owner_q <= owner_d;
      count_q <= count_d;
    end
  end

endmodule
