// SPDX-License-Identifier: Apache-2.0
//
// Included by isochron_hybrid_bank; proven by induction (hardware/formal/proofs.toml).
//
// What a list is: its places are 0, 1, 2 ... without a gap or a pair, and passed tasks come after
// the others. What a change may do: two tasks that stay in a list keep their order, unless the
// cursor moves to one of them, which was the first and is the last then.
//
// Assumed of the sequencer: a change names its task's list and place as they are, links only what is
// in no list, and rotates only the first.
logic reset_q = 1'b0;  // there was a reset
always_ff @(posedge clk_i) reset_q <= 1'b1;

function automatic logic together(state_t one, state_t other, logic one_delayed,
                                  logic other_delayed, logic same_level);
  return (one_delayed & other_delayed) | (one.ready & other.ready & same_level);
endfunction

logic linked, first;
logic [NTasks-1:0][NTasks-1:0] together_q, together_d;  // in one list; after the change

assign linked = state_q[id].ready | delayed_q[id];

always_comb begin
  first = 1'b1;
  for (int unsigned i = 0; i < NTasks; i++) begin
    for (int unsigned j = 0; j < NTasks; j++) begin
      together_q[i][j] = together(state_q[i], state_q[j], delayed_q[i], delayed_q[j],
                              level_q[i] == level_q[j]);
      together_d[i][j]  = together(state_d[i], state_d[j], delayed_d[i], delayed_d[j],
                              level_d[i] == level_d[j]);
    end
    if (together_q[i][id] && place_q[i] > place_q[id]) first = 1'b0;
  end
end

always_comb begin
  assume (reset_q | ~rst_ni);
  unique case (change_i.operation)
    BankUnlink: assume (linked & change_i.delayed == delayed_q[id] & level == level_q[id]
                        & place == place_q[id]);
    BankLinkReady, BankLinkDelayed: assume (~linked);
    BankState:  assume (~linked & ~change_i.state.ready);
    BankLevel:  assume (~state_q[id].ready);
    BankRearm:  assume (delayed_q[id]);
    BankRotate: assume (state_q[id].ready & level == level_q[id] & first
                        & change_i.passed == passed_q[id]);
    default: ;
  endcase
end

for (genvar i = 0; i < int'(NTasks); i++) begin : gen_properties
  logic follows;  // another task comes right after it

  always_comb begin
    follows = 1'b0;
    for (int unsigned j = 0; j < NTasks; j++) begin
      if (together_q[i][j] && place_q[j] + 1'b1 == place_q[i]) follows = 1'b1;
    end
    if (reset_q) begin
      assert (~(state_q[i].ready & delayed_q[i]));
      assert (~together_q[i][i] | last[i] | follows);
      for (int unsigned j = 0; j < NTasks; j++) begin
        if (i != j && together_q[i][j]) begin
          assert (place_q[i] != place_q[j]);
          assert (delayed_q[i] | ~(passed_q[j] & place_q[i] < place_q[j]) | passed_q[i]);
        end
        if (i != j && together_q[i][j] && together_d[i][j]) begin
          if (change_i.operation == BankRotate && id == TaskWidth'(i)) begin
            assert (place_q[i] > place_q[j] & place_d[i] < place_d[j]);
          end else if (change_i.operation != BankRotate || id != TaskWidth'(j)) begin
            assert ((place_q[i] > place_q[j]) == (place_d[i] > place_d[j]));
          end
        end
      end
    end
  end
end
