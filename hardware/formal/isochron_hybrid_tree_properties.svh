// SPDX-License-Identifier: Apache-2.0
//
// Included by isochron_hybrid_tree; proven by induction (hardware/formal/proofs.toml), in the form
// that answers after one cycle: nobody has a higher key than the task chosen.
logic                            asked_q = 1'b0;  // the tree was asked
logic [NTasks-1:0][KeyWidth-1:0] keys_q;          // ... this

always_ff @(posedge clk_i) begin
  asked_q <= 1'b1;
  keys_q  <= keys_i;
end

always_comb begin
  if (asked_q) begin
    assert (key_o == keys_q[id_o]);
    assert (valid_o == key_o[KeyWidth-1]);
    for (int unsigned i = 0; i < NTasks; i++) assert (keys_q[i] <= key_o);
  end
end

// What that rests on: every node is one of the two below it, and neither is higher.
for (genvar l = 1; l <= int'(Levels); l++) begin : gen_better
  for (genvar n = 0; n < int'(NTasks >> l); n++) begin : gen_node
    node_t one, other, better;

    assign one    = gen_level[l-1].nodes[2*n];
    assign other  = gen_level[l-1].nodes[2*n+1];
    assign better = gen_level[l].gen_nodes.better[n];

    always_comb begin
      assert (better == one | better == other);
      assert (better.key >= one.key & better.key >= other.key);
    end
  end
end
