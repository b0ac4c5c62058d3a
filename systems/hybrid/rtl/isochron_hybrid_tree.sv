// SPDX-License-Identifier: Apache-2.0
//
// The binary tree of comparators: the task with the highest key. Each node takes the better of its
// two halves, as the paper's TreeNode does. A key is {may be chosen, priority}; only the first of each
// list may be, so no two that may be chosen have the same one, and there is nothing to break.
//
// Area grows with NTasks * KeyWidth. In the single-cycle form delay grows with
// log2(NTasks) * log(KeyWidth) and the answer is that of one clock cycle ago; in the pipelined form
// it is one comparison, and the answer is that of log2(NTasks) cycles ago.
module isochron_hybrid_tree #(
  parameter int unsigned NTasks    = 32,    // Leaves, a power of two, 2 or more; area grows with
                                            // them, delay with their logarithm
  parameter int unsigned KeyWidth  = 6,     // Bits of a key; the highest one says that the task may
                                            // be chosen
  parameter bit          Pipelined = 1'b0,  // There is a register after each level, not only at the
                                            // root
  localparam int unsigned Levels = $clog2(NTasks)
) (
  input  logic                            clk_i,    // Clock
  input  logic [NTasks-1:0][KeyWidth-1:0] keys_i,   // The key of each task
  output logic                            valid_o,  // Some task may be chosen
  output logic [KeyWidth-1:0]             key_o,    // The key of the task chosen
  output logic [Levels-1:0]               id_o      // The task chosen
);

  typedef struct packed {
    logic [KeyWidth-1:0] key;
    logic [Levels-1:0]   id;
  } node_t;

  for (genvar level = 0; level <= int'(Levels); level++) begin : gen_level
    node_t [(NTasks >> level)-1:0] nodes;

    if (level == 0) begin : gen_leaves
      for (genvar leaf = 0; leaf < int'(NTasks); leaf++) begin : gen_leaf
        assign nodes[leaf] = '{key: keys_i[leaf], id: Levels'(leaf)};
      end
    end else begin : gen_nodes
      node_t [(NTasks >> level)-1:0] better;

      for (genvar node = 0; node < int'(NTasks >> level); node++) begin : gen_node
        assign better[node] = gen_level[level-1].nodes[2*node+1].key
                              > gen_level[level-1].nodes[2*node].key
                            ? gen_level[level-1].nodes[2*node+1]
                            : gen_level[level-1].nodes[2*node];
      end

      if (Pipelined || level == int'(Levels)) begin : gen_register
        always_ff @(posedge clk_i) nodes <= better;
      end else begin : gen_wire
        assign nodes = better;
      end
    end
  end

  assign valid_o  = gen_level[Levels].nodes[0].key[KeyWidth-1];
  assign key_o    = gen_level[Levels].nodes[0].key;
  assign id_o     = gen_level[Levels].nodes[0].id;

`ifdef FORMAL
  `include "isochron_hybrid_tree_properties.svh"
`endif

endmodule
