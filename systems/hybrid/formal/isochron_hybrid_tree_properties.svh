// SPDX-License-Identifier: Apache-2.0
//
// Included by isochron_hybrid_tree; proven by induction (proofs.toml beside it): nobody had a
// higher key than the task chosen, as the tree was asked.
localparam int unsigned Latency = Pipelined ? Levels : 1;  // cycles to the answer

typedef logic [NTasks-1:0][KeyWidth-1:0] keys_t;

logic  [Latency-1:0] asked_q = '0;  // the tree was asked so many cycles ago, and one
keys_t [Latency-1:0] keys_q;        // ... this

always_ff @(posedge clk_i) begin
  asked_q <= Latency'({asked_q, 1'b1});
  keys_q  <= (Latency*NTasks*KeyWidth)'({keys_q, keys_i});
end

always_comb begin
  if (asked_q[Latency-1]) begin
    assert (key_o == keys_q[Latency-1][id_o]);
    assert (valid_o == key_o[KeyWidth-1]);
    for (int unsigned i = 0; i < NTasks; i++) assert (keys_q[Latency-1][i] <= key_o);
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

// ... and in the pipelined form is one of the leaves below it, as they were then, and none of these was
// higher.
if (Pipelined) begin : gen_pipelined
  for (genvar l = 1; l <= int'(Levels); l++) begin : gen_asked
    for (genvar n = 0; n < int'(NTasks >> l); n++) begin : gen_node
      node_t node;

      assign node = gen_level[l].nodes[n];

      always_comb begin
        if (asked_q[l-1]) begin
          assert (node.id >> l == n & node.key == keys_q[l-1][node.id]);
          for (int unsigned i = n << l; i < (n + 1) << l; i++) assert (keys_q[l-1][i] <= node.key);
        end
      end
    end
  end
end
