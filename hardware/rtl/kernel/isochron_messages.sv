// SPDX-License-Identifier: Apache-2.0
//
// Messages: items of queues in the kernel's own memory. Each queue has `MessageWords` words of it. A
// task has four words on the bus, and service routines have four of their own on each core: a send moves
// them to the queue, a receive or a peek fills them, behind the operation's Decide stage, a word a cycle.
// So no switch can mix the words of two, and a task that waits to send has its words ready meanwhile.
//
//   Rank    read where the queue's items are
//   Read    is the operation a whole transfer, and who has to be woken by it?
//   Decide  that place moves on
//
// The words are in block RAM. The next one that a load will ask for is read ahead.

`ifndef ISOCHRON_ASSERTIONS
`include "../common/isochron_assertions.svh"
`endif

module isochron_messages
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_bus_pkg::*;
  import isochron_registers_pkg::*;
#(
  parameter int unsigned NTasks       = 32,  // Tasks, idle included
  parameter int unsigned NObjects     = 64,  // Objects, even; block RAM grows with them
  parameter int unsigned MessageWords = 64,  // Words that a queue has for its items, 4 to 128, a
                                             // power of two; block RAM grows with them
  parameter int unsigned NCores       = 1,   // Cores: each has words of service routines
  localparam int unsigned TaskWidth  = $clog2(NTasks),
  localparam int unsigned QueueWidth = $clog2(NObjects) - 1
) (
  input  logic                   clk_i,              // Clock
  input  logic                   rst_ni,             // Asynchronous reset, active low

  input  operation_t             operation_i,        // The operation
  input  found_t                 found_i,            // Its object; a queue is a pair of them
  input  scheduler_t             scheduler_i,        // State of the scheduler

  // Read stage
  input  wait_e                  waiting_i,          // What WorkRetry completes
  input  waiters_t               waiters_i,          // Who waits for the object, or the other of the pair

  // Decide stage
  output message_t               message_o,          // What is to be known of the message
  input  action_t                action_i,           // What the operation does

  // The bus
  input  word_access_t           word_i,             // A word is loaded or stored, until it is
                                                     // not late
  output word_t                  word_o,             // The word loaded
  input  logic                   switch_i            // Another task starts to run
);

  localparam int unsigned SlotWidth  = $clog2(MessageWords);  // of an address in a queue's memory
  localparam int unsigned OwnerWidth = TaskWidth + 1;          // service routines, or a task

  typedef logic [SlotWidth-1:0]  slot_t;
  typedef logic [OwnerWidth-1:0] owner_t;

  logic [QueueWidth-1:0] pair;
  logic [TaskWidth-1:0] current;
  logic is_queue;
  logic create, reset;  // the queue is created, or emptied
  logic transfer;       // an item moves to or from the queue
  logic waits;          // the caller waits, or looks again

  assign pair     = found_i.id[QueueWidth:1];
  assign is_queue = found_i.record.kind == KindQueue;
  assign current  = scheduler_i.current[TaskWidth-1:0];
  assign create   = operation_i.stage.decide & action_i.object.write & operation_i.kind == OpQueueCreate;
  assign reset    = operation_i.stage.decide & action_i.object.write & operation_i.kind == OpObjectReset;
  assign transfer = operation_i.stage.decide & action_i.transfer;
  assign waits    = action_i.write_deadline | action_i.write_object;

  // -- Where a queue's items are ----------------------------------------------------------------
  typedef struct packed {
    logic       there;  // here at all
    logic       member; // the queue is the member of a queue set: a send begins and ends
    logic [1:0] words;  // of an item, less one
    slot_t      last;   // where the last item is, in the order of addresses
    slot_t      first;  // the item that is received next
    slot_t      free;   // where the next one goes that is sent to the back
  } place_t;

  place_t  place, place_d;
  commit_e done_q;
  logic    front;  // to the front, or over the only item
  slot_t   words, ahead_of_first, behind_first, behind_free, at;
  slot_t   most;   // the length less one

  isochron_ram_block #(.Width($bits(place_t)), .Depth(NObjects / 2)) u_places (
    .clk_i,
    .write_i(create | reset | transfer), .waddr_i(pair),
    .wdata_i(place_d),
    .read_i(operation_i.stage.rank), .raddr_i(pair), .rdata_o({place})
  );

  assign words          = slot_t'(place.words) + 1'b1;
  assign ahead_of_first = place.first == '0 ? place.last : place.first - words;
  assign behind_first   = place.first == place.last ? '0 : place.first + words;
  assign behind_free    = place.free == place.last ? '0 : place.free + words;
  assign most           = operation_i.argument[SlotWidth-1:0] - 1'b1;
  assign at             = done_q inside {CommitReceived, CommitPeeked} ? place.first
                        : front ? ahead_of_first : place.free;

  always_comb begin
    place_d = place;
    if (create) begin
      place_d = '{
        there:   operation_i.argument[18:16] != '0,
        words:   operation_i.argument[17:16] - 1'b1,
        default: '0
      };
      unique case (place_d.words)
        2'd0: place_d.last = most;
        2'd1: place_d.last = most << 1;
        2'd2: place_d.last = (most << 1) + most;
        2'd3: place_d.last = most << 2;
      endcase
    end else if (reset) begin
      place_d.free = place.first;
    end else begin
      unique case (done_q)
        CommitReceived: place_d.first = behind_first;
        CommitPeeked:   if (operation_i.kind == OpQueueCommit && operation_i.argument[3]) begin
          place_d.member = operation_i.argument[4];
        end
        default: begin
          if (front) place_d.first = ahead_of_first;
          else       place_d.free = behind_free;
        end
      endcase
    end
  end

  // -- Which transfer it is ---------------------------------------------------------------------
  // A task that waits has said what it waits for: kept for each of them.
  transfer_kind_e kind;
  logic       kept_direct, kept_other, retry, of_this, direct, direct_q, sends, other, other_q;
  logic       whole, parted_q;
  logic       awaited, awaited_q;

  assign kind = transfer_kind_e'(operation_i.index);

  isochron_ram_distributed #(.Width(2), .Depth(NTasks)) u_kinds (
    .clk_i,
    .write_i(operation_i.stage.decide & ~operation_i.second & waits & is_of_transfer(operation_i.kind)),
    .waddr_i(current), .wdata_i({whole, kind == TransferOther}),
    .raddr_i(current), .rdata_o({kept_direct, kept_other})
  );

  assign retry   = operation_i.kind == WorkRetry & waiting_i inside {WaitObject, WaitSend, WaitLook};
  assign whole   = kind inside {TransferMessage, TransferOther};
  assign of_this = retry ? kept_direct : is_of_transfer(operation_i.kind) & whole;
  assign other   = retry ? kept_direct & kept_other : kind == TransferOther;
  assign sends   = operation_i.kind == OpQueueSend | (retry & waiting_i == WaitSend);
  assign direct  = of_this & is_queue & place.there & ~(sends & place.member);
  assign message_o.stray  = of_this & is_queue & ~place.there;
  assign message_o.joined = of_this & ~retry & place.there & place.member
                          & operation_i.kind != OpQueueReceive;

  // Who waits at the other end of the queue is woken; after a peek or an overwriting at the same end.
  // A routine's peek wakes nobody.
  always_comb begin
    awaited = waiters_i.partner;
    if (operation_i.kind == OpQueueOverwrite || (!sends && other)) awaited = waiters_i.any;
    if (!sends && other && operation_i.source == SourceIsr) awaited = 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (operation_i.stage.read) begin
      direct_q  <= direct;
      parted_q  <= retry & of_this & sends & is_queue & place.member;
      other_q   <= operation_i.kind == OpQueueCommit ? operation_i.argument[2] : other;
      awaited_q <= direct & awaited & ~operation_i.second;
      if (operation_i.kind == OpQueueCommit)         done_q <= commit_e'(operation_i.argument[1:0]);
      else if (operation_i.kind == OpQueueOverwrite) done_q <= CommitOverwritten;
      else if (sends)                                done_q <= CommitSent;
      else                                           done_q <= other ? CommitPeeked : CommitReceived;
    end
  end

  assign front     = done_q == CommitOverwritten | other_q;

  assign message_o.there   = place.there;
  assign message_o.direct  = direct_q;
  assign message_o.parted  = parted_q;
  assign message_o.done    = done_q;
  assign message_o.object  = found_i.id;
  assign message_o.follows = awaited_q & found_i.granted;

  // -- Moving an item: read a word, and write it in the cycle after -----------------------------
  owner_t                owner, owner_q, of_isr;
  logic [QueueWidth-1:0] queue_q;
  slot_t                 at_q;
  logic [1:0]            last_q, word_q, written_q;
  logic                  sends_q, reads_q, writes_q, moves;

  assign of_isr = {1'b1, NCores > 1 ? TaskWidth'(word_i.core) : TaskWidth'(0)};
  assign owner = operation_i.source == SourceIsr ? of_isr : {1'b0, current};
  assign moves = reads_q | writes_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      reads_q  <= 1'b0;
      writes_q <= 1'b0;
    end else begin
      reads_q  <= transfer | (reads_q & word_q != last_q);
      writes_q <= reads_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (transfer) begin
      owner_q <= owner;
      queue_q <= pair;
      at_q    <= at;
      last_q  <= place.words;
      sends_q <= done_q inside {CommitSent, CommitOverwritten};
    end
    if (transfer || reads_q) word_q <= transfer ? '0 : word_q + 1'b1;
    if (reads_q)             written_q <= word_q;
  end

  logic [31:0] item_word, owner_word;

  isochron_ram_block #(.Width(32), .Depth(NObjects / 2 * MessageWords)) u_items (
    .clk_i,
    .write_i(writes_q & sends_q), .waddr_i({queue_q, at_q + slot_t'(written_q)}),
    .wdata_i(owner_word),
    .read_i(reads_q & ~sends_q), .raddr_i({queue_q, at_q + slot_t'(word_q)}),
    .rdata_o(item_word)
  );

  // -- The words on the bus ---------------------------------------------------------------------
  // `ahead_q`: the memory shows the word `ahead_word_q`, of service routines or a task: with one core,
  // of the running one.
  logic       ahead_q, same_owner, first_q, hit, stores, reads_ahead, there, owner_runs;
  logic [1:0] ahead_word_q, ahead_word;
  owner_t     asked, ahead_owner_q;

  assign same_owner = NCores > 1 ? ahead_owner_q == asked : ahead_owner_q[TaskWidth] == word_i.isr;
  assign hit        = ahead_q & same_owner & ahead_word_q == word_i.index;
  assign word_o.late = word_i.store ? moves : ~hit;
  assign stores     = word_i.store & ~moves;
  assign ahead_word = !word_i.load ? '0 : hit ? word_i.index + 1'b1 : word_i.index;
  assign asked      = word_i.isr ? of_isr : {1'b0, current};

  // The word after the one that is loaded; and the first one of an item that is received, as soon as it
  // is there. The others follow, each in the cycle after the one before.
  assign there       = ~moves | (writes_q & ~sends_q & ahead_word < written_q);
  assign owner_runs  = NCores > 1 | owner_q[TaskWidth] | owner_q[TaskWidth-1:0] == current;
  assign reads_ahead = there & (word_i.load | (first_q & owner_runs));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q <= 1'b0;
      ahead_q <= 1'b0;
    end else begin
      first_q <= writes_q & ~sends_q & written_q == '0;
      ahead_q <= ~(switch_i | word_i.store | transfer) & (ahead_q | reads_ahead);
    end
  end

  always_ff @(posedge clk_i) begin
    if (reads_ahead) begin
      ahead_owner_q <= word_i.load ? asked : owner_q;
      ahead_word_q  <= ahead_word;
    end
  end

  isochron_ram_block #(.Width(32), .Depth(4 << OwnerWidth)) u_words (
    .clk_i,
    .write_i(stores | (writes_q & ~sends_q)),
    .waddr_i(moves ? {owner_q, written_q} : {asked, word_i.index}),
    .wdata_i(moves ? item_word : word_i.data),
    .read_i((reads_q & sends_q) | reads_ahead),
    .raddr_i(reads_q & sends_q ? {owner_q, word_q} : {word_i.load ? asked : owner_q, ahead_word}),
    .rdata_o(owner_word)
  );

  assign word_o.data = owner_word;

  logic unused;
  assign unused = ^{operation_i, scheduler_i, waiters_i, action_i, found_i, ahead_owner_q, word_i};

  `ISOCHRON_ASSERT(OneItemMovesAtATime, ~(transfer & moves))
  `ISOCHRON_ASSERT(TheBusDoesOneThing, $onehot0({word_i.load, word_i.store, transfer}))

endmodule
