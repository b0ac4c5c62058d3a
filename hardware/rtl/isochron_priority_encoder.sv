// SPDX-License-Identifier: Apache-2.0
//
// Index of the highest bit that is set. Two levels, groups of eight, so that delay grows
// with log(Width) and no chain runs through all the bits. Area grows with Width.
module isochron_priority_encoder #(
  parameter int unsigned Width = 64,  // bits
  localparam int unsigned IndexWidth = $clog2(Width)
) (
  input  logic [Width-1:0]      bits_i,
  output logic [IndexWidth-1:0] index_o,  // 0 when no bit is set
  output logic                  any_o
);

  localparam int unsigned GroupBits = 8;
  localparam int unsigned Groups    = (Width + GroupBits - 1) / GroupBits;

  logic [Groups*GroupBits-1:0]  padded;
  logic [Groups-1:0]            group_any;
  logic [Groups-1:0][2:0]       group_index;
  logic [Groups-1:0]            group_wins;

  assign padded = (Groups * GroupBits)'(bits_i);

  for (genvar g = 0; g < int'(Groups); g++) begin : gen_group
    logic [GroupBits-1:0] group;
    assign group          = padded[g*GroupBits +: GroupBits];
    assign group_any[g]   = |group;
    assign group_index[g] = {|group[7:4],
                             |group[7:6] | (~|group[5:4] & |group[3:2]),
                             group[7] | (~group[6] & (group[5] | (~group[4] &
                               (group[3] | (~group[2] & group[1])))))};
    // the highest group that has a bit
    if (g == int'(Groups) - 1) begin : gen_top
      assign group_wins[g] = group_any[g];
    end else begin : gen_lower
      assign group_wins[g] = group_any[g] & ~|group_any[Groups-1:g+1];
    end
  end

  always_comb begin
    index_o = '0;
    for (int unsigned g = 0; g < Groups; g++) begin
      if (group_wins[g]) index_o |= IndexWidth'({g, group_index[g]});
    end
  end

  assign any_o = |group_any;

endmodule
