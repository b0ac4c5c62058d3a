// SPDX-License-Identifier: Apache-2.0
//
// Included by isochron_core_lock; proven by induction (hardware/formal/proofs.toml).
//
//   - One core has the lock; while it has, no other one is granted it, and it has it until it has given
//     it back as often as it has taken it.
//   - Who waits is served before all who come later; so at most one section of each other core begins
//     meanwhile.
localparam int unsigned TurnsWidth = $clog2(NCores + 1);

typedef logic [TurnsWidth-1:0] turns_t;

logic                  reset_q = 1'b0;
logic [NCores-1:0]     stayed_q = '0;                 // it waits
logic [NestingWidth:0] taken_q = '0;                  // as often, and not given back
turns_t [NCores-1:0]   turns_q = '0;                  // sections of others that have begun meanwhile
turns_t [NCores-1:0]   ahead;                         // who comes before it

always_ff @(posedge clk_i) begin
  reset_q  <= 1'b1;
  stayed_q <= rst_ni ? waits & ~grant_o : '0;
  if (!rst_ni)    taken_q <= '0;
  else if (gives) taken_q <= taken_q - 1'b1;
  else            taken_q <= taken_q + (NestingWidth + 1)'(grant_o != '0);
  for (int unsigned x = 0; x < NCores; x++) begin
    if (!rst_ni | ~waits[x] | grant_o[x]) turns_q[x] <= '0;
    else                                  turns_q[x] <= turns_q[x] + turns_t'(free & grant_o != '0);
  end
end

always_comb begin
  assume (rst_ni == reset_q);
  assume ((give_i & ~owner_q) == '0 & (give_i & take_i) == '0);
  assume (~((|(take_i & owner_q)) & (&nesting_q)));
  assume ((stayed_q & ~take_i) == '0);
end

always_comb begin
  for (int unsigned x = 0; x < NCores; x++) begin
    ahead[x] = '0;
    for (int unsigned y = 0; y < NCores; y++) ahead[x] = ahead[x] + turns_t'(earlier[y][x]);
  end
  if (reset_q) begin
    assert (waiting_q == stayed_q & (stayed_q & owner_q) == '0);
    assert ($onehot0(owner_q) & $onehot0(grant_o));
    assert (free | (grant_o & ~owner_q) == '0);
    assert (free == (taken_q == '0));
    assert (free ? nesting_q == '0 : taken_q == (NestingWidth + 1)'(nesting_q) + 1'b1);
    // who has it takes it again at once; if it is free, somebody who asks has it
    assert ((take_i & owner_q & ~grant_o) == '0);
    assert (~free | (take_i != '0) == (grant_o != '0));
    for (int unsigned x = 0; x < NCores; x++) begin
      assert (turns_q[x] == '0 | stayed_q[x]);
      assert (turns_q[x] <= turns_t'(NCores - 1));
      if (stayed_q[x]) assert (turns_q[x] + ahead[x] <= turns_t'(NCores - 1));
      for (int unsigned y = 0; y < NCores; y++) begin
        if (x != y & stayed_q[x] & stayed_q[y]) begin
          assert (earlier_q[x][y] != earlier_q[y][x]);
          for (int unsigned z = 0; z < NCores; z++) begin
            if (z != x & z != y & stayed_q[z] & earlier_q[x][y] & earlier_q[y][z]) begin
              assert (earlier_q[x][z]);
            end
          end
        end
        // who comes later is served later
        if (x != y & stayed_q[x] & ~stayed_q[y] & ~owner_q[y]) assert (~grant_o[y]);
      end
    end
  end
  cover (reset_q & &stayed_q[NCores-1:1] & owner_q[0] & nesting_q == NestingWidth'(1));
end
