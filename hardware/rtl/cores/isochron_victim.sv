// SPDX-License-Identifier: Apache-2.0
//
// The core that a task may take: of those asked about the one whose task is the lowest, if that is
// below the task; among equals the one with the highest number. FreeRTOS's prvYieldForTask, and what
// prvSelectHighestPriorityTask does for a task that had to leave.
//
// Combinational. Area grows with the pairs of cores, delay with one comparison and the logarithm of
// NCores.
module isochron_victim #(
  parameter int unsigned NCores    = 2,  // Cores; area grows with their square
  parameter int unsigned RankWidth = 7   // Bits of a rank; area grows with them, delay with their
                                         // logarithm
) (
  input  logic [NCores-1:0]                mask_i,    // The cores asked about
  input  logic [RankWidth-1:0]             rank_i,    // The rank of who looks for a core
  input  logic [NCores-1:0][RankWidth-1:0] ranks_i,   // Those of the cores' tasks; the higher number
                                                      // is the higher rank
  output logic [NCores-1:0]                victim_o   // The core, one bit; none if no task is below
);

  logic [NCores-1:0] candidate;

  // Of each pair of cores one comparison says which is the better victim.
  always_comb begin
    for (int unsigned x = 0; x < NCores; x++) candidate[x] = mask_i[x] & (ranks_i[x] < rank_i);
    victim_o = candidate;
    for (int unsigned x = 0; x < NCores; x++) begin
      for (int unsigned y = x + 1; y < NCores; y++) begin
        if (ranks_i[x] < ranks_i[y]) victim_o[y] &= ~candidate[x];
        else                         victim_o[x] &= ~candidate[y];
      end
    end
  end

endmodule
