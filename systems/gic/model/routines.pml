/* SPDX-License-Identifier: Apache-2.0 */

/*
 * One priority space (systems/gic/firmware/kernel/dispatch.S), as a model for spin: a core with an idle
 * task, two tasks and three service routines, and another core that asks for things.
 *
 * The GIC delivers the highest of what is pending above the mask; among equals it takes any. A routine
 * has two interrupts: its device's, at which it begins, and its own, with which it goes on if it was
 * preempted. All routines share a stack: who has begun last must end first.
 *
 * What the core does with interrupts masked is a step, but for its looks at what another core has
 * asked for, and at the GIC. Each option of the preprocessor is a mistake, with which an assertion
 * fails (systems/gic/tests/test_gic_model.py).
 */
#define IDLE        0
#define LOW         1 /* a task that others suspend, raise and move */
#define HIGH        2 /* a task above the routines */
#define FIRST       3 /* routines; the first two are equals */
#define SECOND      4
#define THIRD       5
#define NOBODY      6
#define WITHDRAWN   7 /* what the GIC says if nothing is above the mask */
#define DEVICE      8 /* added to a routine's number: its device's interrupt */
#define REQUEST     16

#define AWAY        9 /* the group of a task on the other core */
#define NO_GROUP    10
#define KERNEL      8 /* the level of requests */

byte urgency[6];   /* the priority */
bool ready[6];      /* in the group that group() says; routines: have begun */
bool stands[6];     /* its group's pending task */
bool pending[6];    /* its own interrupt */
bool device[6];     /* a routine's device's */
bool unserved[6];   /* the device has had an event since the routine began last */
bool away;          /* LOW is on the other core */

byte current = IDLE;
byte level;         /* of the current one; the GIC's mask, but for when nobody runs */
byte mask;
byte depth;         /* of the routines' stack */
byte stack[4];
byte interrupted[6], group_then[6];
bool switched[6];   /* the routine has been preempted by a task, and has gone on */

bool to_resume, to_move, to_arrive; /* what the other core has asked for */
bool signal;
bool looking;       /* the other core has asked, and not looked yet whether that matters */

byte events[6];     /* that devices may still have */
#ifdef ALONE
byte calls = 2;     /* that tasks and routines may still make */
byte asks;          /* that the other core may still make */
#else
byte calls;
byte asks = 2;
#endif

#define IS_ROUTINE(who)    ((who) >= FIRST && (who) <= THIRD)
#define GROUP(who)         ((who) == NOBODY -> NO_GROUP : ((who) == LOW && away -> AWAY : urgency[who]))
#define TOP                (depth == 0 -> NOBODY : stack[depth - 1])
#define AT(who, bit)       (bit -> urgency[who] + 1 : 0)
#define BIGGER(a, b)       ((a) > (b) -> (a) : (b))

/* The highest level that is pending, plus 1; 0: none. */
#define OF_TASKS           BIGGER(AT(IDLE, pending[IDLE]), BIGGER(AT(LOW, pending[LOW]), AT(HIGH, pending[HIGH])))
#define OF_ROUTINE(r)      AT(r, pending[r] || device[r])
#define OF_ROUTINES        BIGGER(OF_ROUTINE(FIRST), BIGGER(OF_ROUTINE(SECOND), OF_ROUTINE(THIRD)))
#define HIGHEST            BIGGER((signal -> KERNEL + 1 : 0), BIGGER(OF_TASKS, OF_ROUTINES))

/* GICC_IAR: identifies the highest interrupt above a level plus 1, which is then pending no more. */
inline acknowledge(above)
{
    best = HIGHEST;
    if
    :: best <= above -> got = WITHDRAWN
    :: best > above && signal -> signal = false; got = REQUEST
    :: best > above && AT(IDLE, pending[IDLE]) == best -> pending[IDLE] = false; got = IDLE
    :: best > above && AT(LOW, pending[LOW]) == best -> pending[LOW] = false; got = LOW
    :: best > above && AT(HIGH, pending[HIGH]) == best -> pending[HIGH] = false; got = HIGH
    :: best > above && AT(FIRST, pending[FIRST]) == best -> pending[FIRST] = false; got = FIRST
    :: best > above && AT(SECOND, pending[SECOND]) == best -> pending[SECOND] = false; got = SECOND
    :: best > above && AT(THIRD, pending[THIRD]) == best -> pending[THIRD] = false; got = THIRD
    :: best > above && AT(FIRST, device[FIRST]) == best -> device[FIRST] = false; got = DEVICE + FIRST
    :: best > above && AT(SECOND, device[SECOND]) == best -> device[SECOND] = false; got = DEVICE + SECOND
    :: best > above && AT(THIRD, device[THIRD]) == best -> device[THIRD] = false; got = DEVICE + THIRD
    fi;
    best = 0
}

/* Has somebody stand for its group, if nobody does. */
inline pend(who)
{
    if
    :: !stands[who] ->
        stands[who] = true;
#ifdef ONE_INTERRUPT
        if
        :: IS_ROUTINE(who) -> device[who] = true
        :: else -> pending[who] = true
        fi
#else
        pending[who] = true
#endif
    :: else
    fi
}

inline link(who)
{
    ready[who] = true;
    pend(who)
}

inline unlink(who)
{
    ready[who] = false;
    stands[who] = false;
    pending[who] = false
}

/* Who runs gives way, if it is ready: its group has to have a pending task. */
inline leave()
{
    if
    :: current != NOBODY && ready[current] && GROUP(current) != AWAY -> pend(current)
    :: else
    fi
}

/* xGicServeRequests */
inline serve()
{
    gives_way = false;
    if
    :: to_resume ->
        to_resume = false;
        if
        :: !ready[LOW] -> link(LOW); gives_way = (urgency[LOW] > level)
        :: else
        fi
    :: else
    fi;
    if
    :: to_move ->
        to_move = false;
        stands[LOW] = false;
        pending[LOW] = false;
        away = true;
        if
        :: current == LOW -> current = NOBODY
        :: else
        fi
    :: else
    fi;
    if
    :: to_arrive ->
        to_arrive = false;
        away = false;
        if
        :: ready[LOW] ->
            pend(LOW);
            gives_way = (gives_way || urgency[LOW] > level)
        :: else
        fi
    :: else
    fi;
    gives_way = (gives_way || current == NOBODY)
}

#define ASKED    (to_resume || to_move || to_arrive)

inline runs(who)
{
    current = who;
    level = urgency[who];
    mask = level + 1
}

/* Nobody with a higher priority than who runs has arrived, and is not done. */
#define WAITS(who)         (ready[who] && GROUP(who) != AWAY && urgency[who] > urgency[current])
#define EVENT_WAITS(r)     (unserved[r] && urgency[r] > urgency[current])

inline look()
{
    assert(current != NOBODY && ready[current]);
    assert(current != LOW || !away);
    assert(!IS_ROUTINE(current) || TOP == current);
    assert(!WAITS(LOW) && !WAITS(HIGH) && !WAITS(FIRST) && !WAITS(SECOND) && !WAITS(THIRD));
    assert(!EVENT_WAITS(FIRST) && !EVENT_WAITS(SECOND) && !EVENT_WAITS(THIRD));
    assert(!to_resume || looking || urgency[LOW] <= urgency[current])
}

/* What a task or a routine calls, with interrupts on before and behind. */
inline call()
{
    if
    :: !ready[HIGH] -> link(HIGH)
    :: ready[LOW] && !away && current != LOW -> unlink(LOW)
    :: !ready[LOW] && !away -> link(LOW)
    :: !away && current != LOW ->
        if
        :: ready[LOW] -> unlink(LOW); urgency[LOW] = 3 - urgency[LOW]; link(LOW)
        :: else -> urgency[LOW] = 3 - urgency[LOW]
        fi
    :: else
    fi;
    calls--
}

active proctype core()
{
    byte got, best, begins, was, kept;
    bool gives_way;

    atomic {
        urgency[HIGH] = 4; urgency[THIRD] = 3;
        events[FIRST] = 2; events[SECOND] = 1; events[THIRD] = 1;
        ready[IDLE] = true;
#ifdef ALONE
        urgency[FIRST] = 2; urgency[SECOND] = 2; urgency[LOW] = 1;
        link(LOW);
#else
        urgency[FIRST] = 1; urgency[SECOND] = 1; urgency[LOW] = 2;
        link(HIGH);
        if
        :: link(LOW)
        :: true
        fi;
#endif
        run devices(); run other();
        runs(IDLE)
    }

running:
    atomic {
        if
        :: HIGHEST > mask -> goto interrupt
        :: else -> look()
        fi;
        if
        :: calls > 0 && current != IDLE -> call(); goto running
        :: current == LOW || current == HIGH -> unlink(current); goto pick /* suspends itself */
        :: IS_ROUTINE(current) -> goto end
        :: current == IDLE && HIGHEST > mask -> goto running
        :: current == IDLE && asks == 0 && !signal && HIGHEST <= mask &&
           events[FIRST] + events[SECOND] + events[THIRD] == 0 -> goto rest
        fi
    }

interrupt:
    atomic {
        acknowledge(mask);
        was = current;
        leave()
    }
    goto known;

pick:
    atomic {
        mask = 0;
        was = NOBODY;
        current = NOBODY;
        acknowledge(0);
        assert(got != WITHDRAWN)
    }

/* Somebody is known to the GIC; was is who has run, with its context saved. */
known:
    atomic {
        if
        :: got == REQUEST ->
            serve();
            if
            :: current != NOBODY && !gives_way -> runs(current); goto running
            :: else -> goto pick
            fi
        :: got == WITHDRAWN -> assert(current != NOBODY); runs(current); goto running
        :: got < NOBODY && stands[got] -> goto dispatch
        :: got < NOBODY && !stands[got] -> /* taken back meanwhile */
            if
            :: current == NOBODY -> goto pick
            :: else -> runs(current); goto running
            fi
        :: got > DEVICE && got < REQUEST ->
            begins = got - DEVICE;
#ifdef ONE_INTERRUPT
            if
            :: stands[begins] -> got = begins; goto dispatch
            :: else
            fi;
#endif
            goto begin
        fi
    }

dispatch:
    atomic {
        stands[got] = false;
        assert(ready[got]);
        switched[got] = true;
        runs(got)
    }
    goto behind;

begin:
    atomic {
#ifndef EQUAL_BEGINS
        if
        :: TOP != NOBODY && urgency[TOP] == urgency[begins] -> /* it goes on first: its stack is below */
#ifndef EVENT_FORGOTTEN
            device[begins] = true;
#endif
            got = TOP;
            pending[got] = false;
            goto dispatch
        :: else
        fi;
#endif
#ifdef MASK_STAYS
        current = begins;
        level = urgency[begins];
#else
        runs(begins);
#endif
        kept = GROUP(was)
    }
#ifndef NO_LOOK_AT_BEGIN
    atomic {
        if
        :: ASKED ->
            ready[begins] = true; /* so that it does not count as one that must give way */
            serve();
            ready[begins] = false;
            if
            :: gives_way -> device[begins] = true; goto pick
            :: else
            fi
        :: else
        fi
    }
#endif
    atomic {
#ifdef GROUP_READ_LATE
        kept = GROUP(was);
#endif
        unserved[begins] = false;
        ready[begins] = true;
        switched[begins] = false;
        interrupted[begins] = was;
        group_then[begins] = kept;
        stack[depth] = begins;
        depth++;
        kept = 0;
        goto running
    }

end:
    atomic {
        depth--;
        ready[current] = false;
        was = interrupted[current];
        kept = group_then[current];
#ifndef GO_ON_STAYS
        stands[current] = false;
        pending[current] = false;
#endif
        if
        :: switched[current] || was == NOBODY -> goto pick
#ifndef BACK_ALWAYS
#ifndef GROUP_UNLOOKED
        :: !switched[current] && was != NOBODY && GROUP(was) != kept -> goto pick
#endif
#ifndef READY_UNLOOKED
        :: !switched[current] && was != NOBODY && !ready[was] -> goto pick
#endif
#endif
        :: else
        fi;
        kept = 0;
        runs(was)
    }
    atomic {
        acknowledge(mask);
        if
        :: got == WITHDRAWN -> goto behind_end
        :: else -> goto known
        fi
    }

behind_end:
#ifdef NO_LOOK_AT_END
    goto running;
#endif
behind:
    atomic {
        if
        :: ASKED ->
            serve();
            if
            :: gives_way -> leave(); goto pick
            :: else
            fi
        :: else
        fi;
        goto running
    }

rest:
    assert(depth == 0 && !ASKED);
    assert(!unserved[FIRST] && !unserved[SECOND] && !unserved[THIRD]);
    assert(!ready[HIGH] && (away || !ready[LOW]))
}

proctype devices()
{
    do
    :: atomic { events[FIRST] > 0 -> events[FIRST]--; device[FIRST] = true; unserved[FIRST] = true }
    :: atomic { events[SECOND] > 0 -> events[SECOND]--; device[SECOND] = true; unserved[SECOND] = true }
    :: atomic { events[THIRD] > 0 -> events[THIRD]--; device[THIRD] = true; unserved[THIRD] = true }
    :: events[FIRST] + events[SECOND] + events[THIRD] == 0 -> break
    od
}

/* Asks, then looks whether that may matter now (requests.h; cross_core.pml has its steps). */
proctype other()
{
    do
    :: atomic { asks > 0 && !away && !to_resume -> to_resume = true; looking = true };
       atomic {
           if
           :: current == LOW || urgency[LOW] > level -> signal = true
           :: else
           fi;
           looking = false;
           asks--
       }
    :: atomic { asks > 0 && !away && !to_move && !to_arrive -> to_move = true };
       atomic { signal = true; asks-- }
    :: atomic { asks > 0 && away && !to_arrive -> to_arrive = true };
       atomic { signal = true; asks-- }
    :: atomic { asks == 0 -> break }
    od
}
