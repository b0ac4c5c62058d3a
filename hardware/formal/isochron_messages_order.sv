// SPDX-License-Identifier: Apache-2.0
//
// Bound to isochron_messages (hardware/formal/proofs.toml): what is received is what was sent, in order. Of
// an arbitrary queue one message, whichever it is, is followed: from the words of who sends it, to its place,
// to the words of who receives it.
module isochron_messages_order
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_bus_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks       = 32,
  parameter int unsigned NObjects     = 64,
  parameter int unsigned MessageWords = 64,
  localparam int unsigned TaskWidth  = $clog2(NTasks),
  localparam int unsigned QueueWidth = $clog2(NObjects) - 1,
  localparam int unsigned SlotWidth  = $clog2(MessageWords),
  localparam int unsigned OwnerWidth = TaskWidth + 1
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input operation_t           operation_i,
  input scheduler_t           scheduler_i,
  input logic [QueueWidth-1:0] pair,
  input word_access_t         word_i,
  input word_t                word_o,
  input logic                 switch_i
);

  logic [TaskWidth-1:0] current;

  assign current = scheduler_i.current[TaskWidth-1:0];

  typedef logic [SlotWidth:0]    number_t;  // of items, or of words
  typedef logic [SlotWidth-1:0]  slot_t;
  typedef logic [OwnerWidth-1:0] owner_t;
  typedef struct packed {
    logic       there, member;
    logic [1:0] words;
    slot_t      last, first, free;
  } place_t;

  // always the same: a queue, and a word of its items
  (* keep *) logic [QueueWidth-1:0] queue_q;
  (* keep *) logic [1:0]            word_q;

  always_ff @(posedge clk_i) begin
    queue_q <= queue_q;
    word_q  <= word_q;
  end

  always_comb assume (32'(queue_q) < NObjects / 2);

  logic        there_q;
  logic [2:0]  words_q;               // of an item
  number_t     length_q, items_q, first_q;  // the last: the number of the oldest one's place
  logic        followed_q;            // it is in the queue
  number_t     behind_q;              // so many are older
  logic [31:0] value_q;               // its word
  logic        received_q;            // somebody has it
  owner_t      receiver_q;            // who
  number_t     moved_q;               // the number of the place to or from which a message moves
  logic [1:0]  age_q;                 // stages since Rank: Head, Read, Decide

  // -- What happens to the queue ------------------------------------------------------------------
  logic    create, reset, transfer, here, front, sends, receives;
  commit_e done;
  owner_t  owner;

  assign create   = isochron_messages.create;
  assign reset    = isochron_messages.reset;
  assign transfer = isochron_messages.transfer;
  assign here     = transfer & pair == queue_q & there_q;
  assign done     = isochron_messages.done_q;
  assign front    = isochron_messages.front;
  assign owner    = isochron_messages.owner;
  assign sends    = here & done inside {CommitSent, CommitOverwritten};
  assign receives = here & done inside {CommitReceived, CommitPeeked};

  // -- The model: how many messages there are, and where among them is the one that is followed ---
  logic follow;  // follow the message that is sent now: any choice, as is what is on the bus meanwhile

  assign follow = word_i.data[0];

  function automatic number_t wrapped(number_t place, number_t length);
    return place >= length ? place - length : place;
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      there_q    <= 1'b0;
      followed_q <= 1'b0;
      received_q <= 1'b0;
      age_q      <= '0;
    end else begin
      age_q <= operation_i.stage.rank ? 2'd1 : age_q == 2'd3 ? '0 : age_q == '0 ? '0 : age_q + 2'd1;
      if (create && pair == queue_q) there_q <= operation_i.argument[18:16] != '0;
      if (create && pair == queue_q || reset && pair == queue_q) followed_q <= 1'b0;
      if (sends && follow)                          followed_q <= 1'b1;
      else if (sends && done == CommitOverwritten)  followed_q <= 1'b0;
      else if (here && done == CommitReceived && behind_q == '0) followed_q <= 1'b0;
      // another message, or a store, takes the place of the one received
      if ((sends && follow) || (create && pair == queue_q)) received_q <= 1'b0;
      else if (receives && followed_q && behind_q == '0)    received_q <= 1'b1;
      else if (transfer && !isochron_messages.moves && owner == receiver_q
               && done inside {CommitReceived, CommitPeeked}) received_q <= 1'b0;
      else if (isochron_messages.stores && isochron_messages.asked == receiver_q
               && word_i.index == word_q)                         received_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (create && pair == queue_q) begin
      words_q  <= operation_i.argument[18:16];
      length_q <= number_t'(operation_i.argument[15:0]);
      items_q  <= '0;
      first_q  <= '0;
    end
    if (reset && pair == queue_q) items_q <= '0;
    if (here) begin
      unique case (done)
        CommitSent: begin
          items_q <= items_q + 1'b1;
          if (front) first_q <= first_q == '0 ? length_q - 1'b1 : first_q - 1'b1;
          if (follow) behind_q <= front ? '0 : items_q;
          else if (front) behind_q <= behind_q + 1'b1;
        end
        CommitOverwritten: begin
          items_q  <= number_t'(1);
          behind_q <= '0;
        end
        CommitReceived: begin
          items_q  <= items_q - 1'b1;
          first_q  <= wrapped(first_q + 1'b1, length_q);
          behind_q <= behind_q - 1'b1;
        end
        default: ;
      endcase
    end
    if (here) begin
      if (receives)   moved_q <= first_q;
      else if (front) moved_q <= first_q == '0 ? length_q - 1'b1 : first_q - 1'b1;
      else            moved_q <= wrapped(first_q + items_q, length_q);
    end
    if (sends && follow) value_q <= isochron_messages.u_words.memory_q[{owner, word_q}];
    if (receives && followed_q && behind_q == '0) receiver_q <= owner;
  end

  // -----------------------------------------------------------------------------------------------
  // Assumed of the kernel: one operation after another, each through Rank, Head, Read and Decide; what
  // moves is done before the next moves. There is room, or an item; a queue of one item is overwritten.
  // -----------------------------------------------------------------------------------------------
  logic [QueueWidth-1:0] pair_q;
  logic [TaskWidth-1:0]  current_q;
  logic                  switch_q;
  logic                  reset_q = 1'b0;  // there was a reset

  always_ff @(posedge clk_i) begin
    pair_q     <= pair;
    current_q  <= current;
    switch_q   <= switch_i | ~rst_ni;
    reset_q    <= 1'b1;
  end

  always_comb begin
    assume (rst_ni == reset_q);
    if (rst_ni) begin
      assume (age_q == '0 | ~operation_i.stage.rank);
      assume (age_q == '0 | pair == pair_q);
      assume (operation_i.stage.read == (age_q == 2'd2)
              | (operation_i.stage.read & age_q == '0 & ~operation_i.stage.rank));
      assume (age_q == '0 | operation_i.stage.decide == (age_q == 2'd3));
      assume (~operation_i.stage.rank | ~operation_i.stage.decide);
      assume ($onehot0({create, reset, transfer}));
      assume (~(create | reset | transfer) | age_q == 2'd3);
      assume (~(create | reset | transfer) | ~isochron_messages.moves);
      assume (~operation_i.stage.rank | ~(isochron_messages.reads_q));
      assume (switch_q | current == current_q);
      assume ($onehot0({word_i.load, word_i.store, transfer}));
      assume (32'(current) < NTasks & 32'(pair) < NObjects / 2);
      if (create) begin
        assume (operation_i.argument[18:16] <= 3'd4 & operation_i.argument[15:0] != '0);
        assume (32'(operation_i.argument[15:0]) * 32'(operation_i.argument[18:16]) <= MessageWords);
        assume (operation_i.argument[18:16] != '0 | 32'(operation_i.argument[15:0]) <= 65535);
      end
      if (transfer & pair == queue_q) begin
        assume (there_q);
        if (done == CommitSent)              assume (items_q != length_q);
        if (done == CommitOverwritten)       assume (length_q == number_t'(1));
        if (receives)                        assume (items_q != '0);
      end
    end
  end

  // -- What is proven -----------------------------------------------------------------------------
  place_t  stored, read;
  number_t at;       // the place of the message that is followed
  slot_t   address;  // its word in the queue's memory
  logic    leaves, arrives, not_read, not_written;

  assign stored  = place_t'(isochron_messages.u_places.memory_q[queue_q]);
  assign read    = place_t'(isochron_messages.place);
  assign at      = wrapped(first_q + behind_q, length_q);
  assign address = slot_t'(at * number_t'(words_q)) + slot_t'(word_q);

  // it is on its way into the queue; out of it
  assign leaves   = isochron_messages.moves & isochron_messages.sends_q
                  & isochron_messages.queue_q == queue_q
                  & moved_q == at;
  assign arrives  = isochron_messages.moves & ~isochron_messages.sends_q
                  & isochron_messages.owner_q == receiver_q;
  assign not_read = isochron_messages.reads_q & isochron_messages.word_q <= word_q;
  assign not_written = not_read | (isochron_messages.writes_q
                                   & isochron_messages.written_q == word_q);

  always_comb begin
    if (rst_ni & there_q) begin
      // the places are those of a ring
      assert (stored.there & {1'b0, stored.words} == words_q - 3'd1);
      assert (words_q != '0 & words_q <= 3'd4 & length_q != '0);
      assert (32'(length_q) * 32'(words_q) <= MessageWords);
      assert (items_q <= length_q & first_q < length_q);
      assert (stored.last == slot_t'((length_q - 1'b1) * number_t'(words_q)));
      assert (stored.first == slot_t'(first_q * number_t'(words_q)));
      assert (stored.free
              == slot_t'(wrapped(first_q + items_q, length_q) * number_t'(words_q)));
      // what is followed is at its place, or on its way
      if (followed_q) assert (behind_q < items_q);
      if (followed_q & {1'b0, word_q} < words_q) begin
        if (leaves & not_read) begin
          assert (isochron_messages.u_words.memory_q[{isochron_messages.owner_q, word_q}]
                  == value_q);
        end else if (leaves & not_written) begin
          assert (isochron_messages.owner_word == value_q);
        end else begin
          assert (isochron_messages.u_items.memory_q[{queue_q, address}] == value_q);
        end
      end
    end
    if (rst_ni & followed_q) assert (there_q);
    if (rst_ni & age_q != '0) begin
      assert (read == place_t'(isochron_messages.u_places.memory_q[pair]));
    end
    if (rst_ni & received_q) begin
      assert (there_q & words_q <= 3'd4);
      if (arrives) begin
        assert (isochron_messages.queue_q == queue_q
                & {1'b0, isochron_messages.last_q} == words_q - 3'd1);
      end
    end
    // who has received it loads it
    if (rst_ni & received_q & {1'b0, word_q} < words_q) begin
      if (arrives & not_read) begin
        assert (isochron_messages.u_items.memory_q[{isochron_messages.queue_q,
                  slot_t'(isochron_messages.at_q + slot_t'(word_q))}] == value_q);
      end else if (arrives & not_written) begin
        assert (isochron_messages.item_word == value_q);
      end else begin
        assert (isochron_messages.u_words.memory_q[{receiver_q, word_q}] == value_q);
      end
      if (word_i.load & ~word_o.late & isochron_messages.asked == receiver_q & word_i.index == word_q) begin
        assert (word_o.data == value_q);
      end
    end
    // a load waits until the word is there, and shows it
    if (rst_ni & word_i.load & ~word_o.late) begin
      assert (word_o.data == isochron_messages.u_words.memory_q[{isochron_messages.asked, word_i.index}]);
    end
  end

  // -- What that rests on -------------------------------------------------------------------------
  owner_t ahead_of;

  assign ahead_of = isochron_messages.ahead_owner_q[TaskWidth] ? {1'b1, TaskWidth'(0)} : {1'b0, current};

  always_comb begin
    if (rst_ni & isochron_messages.ahead_q) begin
      assert (isochron_messages.owner_word
              == isochron_messages.u_words.memory_q[{ahead_of, isochron_messages.ahead_word_q}]);
      assert (~isochron_messages.moves
              | (~isochron_messages.sends_q & isochron_messages.writes_q
                 & isochron_messages.ahead_word_q < isochron_messages.written_q));
    end
    if (rst_ni & (isochron_messages.first_q | isochron_messages.moves)
        & isochron_messages.owner_q[TaskWidth]) begin
      assert (isochron_messages.owner_q[TaskWidth-1:0] == '0);
    end
    if (rst_ni & isochron_messages.first_q) begin
      assert (~isochron_messages.sends_q);
      assert (~isochron_messages.moves
              | (isochron_messages.writes_q & isochron_messages.written_q == 2'd1));
    end
    if (rst_ni & isochron_messages.moves) begin
      assert (~isochron_messages.reads_q
              | isochron_messages.word_q <= isochron_messages.last_q);
      assert (~(isochron_messages.reads_q & isochron_messages.writes_q)
              | {1'b0, isochron_messages.word_q} == isochron_messages.written_q + 3'd1);
      assert (isochron_messages.reads_q
              | isochron_messages.written_q == isochron_messages.last_q);
      assert (~isochron_messages.writes_q
              | isochron_messages.written_q <= isochron_messages.last_q);
      assert (isochron_messages.writes_q | isochron_messages.word_q == '0);
    end
    if (rst_ni & isochron_messages.moves & isochron_messages.queue_q == queue_q & there_q) begin
      assert ({1'b0, isochron_messages.last_q} == words_q - 3'd1);
      assert (moved_q < length_q & isochron_messages.at_q == slot_t'(moved_q * number_t'(words_q)));
    end
  end

endmodule

bind isochron_messages isochron_messages_order #(
  .NTasks(NTasks), .NObjects(NObjects), .MessageWords(MessageWords)
) u_order (.*);
