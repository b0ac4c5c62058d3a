// SPDX-License-Identifier: Apache-2.0
//
// Objects and the tasks that wait for them: the objects' records, the chains of waiting tasks, the items
// of queues, and the bits of event groups.
module isochron_objects
  import isochron_pkg::*;
  import isochron_objects_pkg::*;
  import isochron_bus_pkg::*;
#(
  parameter int unsigned NTasks       = 32,    // As isochron's, like all others
  parameter int unsigned NPriorities  = 64,
  parameter int unsigned NObjects     = 64,
  parameter int unsigned CountWidth   = 16,
  parameter bit          EventGroups  = 1'b1,
  parameter int unsigned MessageWords = 64,
  parameter int unsigned NCores       = 1,
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned ObjectWidth   = $clog2(NObjects)
) (
  input  logic                     clk_i,        // Clock
  input  logic                     rst_ni,       // Asynchronous reset, active low

  input  init_t                    init_i,       // An object's words are initialised after reset

  // The operation
  input  operation_t               operation_i,  // The operation
  input  stored_t                  stored_i,     // What memory has of its subject, and of the owner
  input  control_t                 control_i,    // The subject's control word in Decide
  input  scheduler_t               scheduler_i,  // State of the scheduler
  input  action_t                  action_i,     // What the operation does, in Decide

  // What is found; each is known from the stage on that its type or block says
  output found_t                   found_o,      // The operation's object
  output waiters_t                 waiters_o,    // Who waits for it
  output message_t                 message_o,    // Its message
  output group_t                   group_o,      // What the operation makes of an event group

  output pended_t                  pended_o,     // The tasks that a suspension of the scheduler holds up
  output logic                     busy_o,       // An insertion into a chain goes on

  output walk_t                    walk_o,       // The walk over an event group's waiters

  // Words of messages
  input  word_access_t             word_i,       // A word is loaded or stored
  output word_t                    word_o,       // The word loaded
  input  logic                     switch_i      // Another task starts to run
);

  logic [ObjectWidth-1:0]   chain;  // the object whose waiters matter
  logic [PriorityWidth-1:0] level;  // the priority of those that Rank reads, unless it is the best one's
  chained_t                 chained;

  isochron_records #(
    .NObjects(NObjects), .CountWidth(CountWidth), .EventGroups(EventGroups)
  ) u_records (
    .clk_i, .init_i, .operation_i, .kept_i(stored_i.kept), .chain_o(chain),
    .waiters_i(waiters_o), .message_i(message_o), .found_o, .change_i(action_i.object)
  );

  // The waiters of an event group form one chain.
  always_comb begin
    level = operation_i.appends ? stored_i.standing.waiting[PriorityWidth-1:0]
                                : stored_i.kept.wait_level[PriorityWidth-1:0];
    if (is_of_group(operation_i.kind)) level = '0;
  end

  assign chained = '{
    leaves_object: action_i.unchain & control_i.chain == ChainObject,
    leaves_pended: action_i.unchain & control_i.chain == ChainPended,
    enters:        action_i.chain
  };

  isochron_chains #(.NTasks(NTasks), .NPriorities(NPriorities), .NObjects(NObjects)) u_chains (
    .clk_i, .rst_ni, .init_i, .operation_i, .object_i(chain), .priority_i(level), .chained_i(chained),
    .waiters_o, .busy_o, .pended_o
  );

  if (MessageWords != 0) begin : gen_messages
    isochron_messages #(
      .NTasks(NTasks), .NObjects(NObjects), .MessageWords(MessageWords), .NCores(NCores)
    ) u_messages (
      .clk_i, .rst_ni, .operation_i, .scheduler_i,
      .found_i(found_o), .waiting_i(stored_i.kept.control.waiting), .waiters_i(waiters_o),
      .message_o, .action_i, .word_i, .word_o, .switch_i
    );
  end else begin : gen_no_messages
    logic unused_messages;

    assign {message_o, word_o} = '0;
    assign unused_messages     = ^{word_i, switch_i};
  end

  if (EventGroups) begin : gen_groups
    isochron_groups #(.NTasks(NTasks), .NObjects(NObjects)) u_groups (
      .clk_i, .rst_ni, .operation_i, .operands_i(stored_i.operands),
      .found_i(found_o), .waiters_i(waiters_o), .group_o, .action_i,
      .scheduler_i, .unchain_i(chained.leaves_object), .walk_o
    );
  end else begin : gen_no_groups
    assign {group_o, walk_o} = '0;
  end

  logic unused;
  assign unused = ^{stored_i, control_i, action_i, scheduler_i};

endmodule
