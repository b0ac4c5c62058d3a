// SPDX-License-Identifier: Apache-2.0
//
// Included by isochron_trace; proven by induction (hardware/formal/proofs.toml).
//
// Of what happened last it is kept how long ago that was. A word is followed from the memory to the
// port: the one at an arbitrary place, always the same.
localparam int unsigned PlaceWidth = $clog2(Depth) + 1;
localparam int unsigned Period     = 2 << StepWidth;  // cycles that an event's word tells

typedef logic [PlaceWidth-1:0] place_t;

(* keep *) place_t any_q;     // the place
logic              there_q;   // its word is in memory
logic              shown_q;   // its word is at the port
logic [31:0]       stored_q;  // that word, in memory
logic [31:0]       taken_q;   // that word, at the port
logic              missed_q;  // there was no room for a word in the last cycle
logic [StepWidth+1:0] since_q;   // cycles since what happened last, or since reset; Period at most
logic              reset_q = 1'b0;  // there was a reset

place_t      write, read;
logic        stores, shows;
logic [31:0] written;

assign write   = u_words.write_q;
assign read    = u_words.read_q;
assign stores  = push & ~full & write == any_q;
assign shows   = u_words.read & read == any_q;
assign written = gap ? gap_word : event_word_q;

always_ff @(posedge clk_i) begin
  any_q   <= any_q;
  reset_q <= 1'b1;
end

always_ff @(posedge clk_i or negedge rst_ni) begin
  if (!rst_ni) begin
    there_q <= 1'b0;
    shown_q <= 1'b0;
    missed_q <= 1'b0;
    since_q <= '0;
  end else begin
    there_q <= stores | (there_q & ~shows);
    shown_q <= shows | (shown_q & ~(ready_i & valid_o));
    missed_q <= push & full;
    if (happens)                                   since_q <= (StepWidth + 2)'(1);
    else if (since_q < (StepWidth + 2)'(Period)) since_q <= since_q + 1'b1;
  end
end

always_ff @(posedge clk_i) begin
  if (stores) stored_q <= written;
  if (shows)  taken_q <= stored_q;
end

always_comb assume (rst_ni == reset_q);

always_comb begin
  if (rst_ni) begin
    // Each word leaves as it was written, in that order, and once.
    assert (there_q == (place_t'(any_q - read) < place_t'(write - read)));
    if (there_q) assert (u_words.u_entries.memory_q[any_q[PlaceWidth-2:0]] == stored_q);
    if (shown_q) assert (valid_o & word_o == taken_q);

    // What has happened is written, unless a loss has been noticed or is so now.
    assert (~event_q | (push & ~gap & written == event_word_q) | lost_q);
    assert (~missed_q | lost_q);
    assert (~lost_q | ~push | (gap & gap_word[RegGapLostLsb] & ~full));

    // A word without a gap before it tells its time.
    assert (many_q | 32'(since_q) <= 32'(time_q[StepWidth-1:0]) + (one_q ? Period / 2 : 0));
    assert (~happens | gap | lost_q | 32'(since_q) < Period);
  end
end
