// SPDX-License-Identifier: Apache-2.0
//
// Index of the highest bit that is set. Two levels, groups of eight, so that delay grows
// with log(Width) and no chain runs through all the bits. Area grows with Width.
module isochron_priority_encoder #(
  parameter int unsigned Width = 64,  // Bits; area grows with it, delay with its logarithm
  localparam int unsigned IndexWidth = $clog2(Width)
) (
  input  logic [Width-1:0]      bits_i,   // The bits
  output logic [IndexWidth-1:0] index_o,  // The index of the highest bit that is set; 0 when none
                                          // is
  output logic                  any_o     // Some bit is set
);

  localparam int unsigned GroupBits = 8;
  localparam int unsigned Groups    = (Width + GroupBits - 1) / GroupBits;

  logic [Groups*GroupBits-1:0] padded;
  logic [Groups-1:0]           group_any, from_top, group_wins;

  function automatic logic [2:0] highest(logic [GroupBits-1:1] group);
    return {|group[7:4],
            |group[7:6] | (~|group[5:4] & |group[3:2]),
            group[7] | (~group[6] & (group[5] | (~group[4] &
              (group[3] | (~group[2] & group[1])))))};
  endfunction

  assign padded = (Groups * GroupBits)'(bits_i);

  for (genvar g = 0; g < int'(Groups); g++) begin : gen_group
    assign group_any[g] = |padded[g*GroupBits +: GroupBits];
    assign from_top[g]  = |group_any[Groups-1:g];
  end

  // the highest group that has a bit
  assign group_wins = from_top & ~(from_top >> 1);

  // Only the winner's bits are encoded: a simulator skips the others.
  always_comb begin
    index_o = '0;
    for (int unsigned g = 0; g < Groups; g++) begin
      if (group_wins[g]) index_o |= IndexWidth'({g, highest(padded[g*GroupBits+1 +: GroupBits-1])});
    end
  end

  assign any_o = |group_any;

endmodule
